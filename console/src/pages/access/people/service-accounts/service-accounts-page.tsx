import { Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { api, bodyOf } from '../../../../api/client.js';
import { serviceAccountTexts as texts } from '../../../../texts/people.js';
import { uiTexts } from '../../../../texts/ui.js';
import type { Column } from '../../../../kit/listing.js';
import { ListingPage } from '../../../../kit/listing-page.js';
import { RowActions } from '../../../../kit/row-actions.js';
import { RowButton } from '../../../../kit/row-button.js';
import { RowRemoval } from '../../../../kit/row-removal.js';
import { Time } from '../../../../kit/time.js';
import type { RenderDialog } from '../../../../kit/use-dialog.js';
import { TwoLines } from '../../../../kit/two-lines.js';
import { type Role, type ServiceAccount, serviceAccountsQuery } from '../people-queries.js';
import { CreateServiceAccount, EditServiceAccount } from './service-account-dialogs.js';
import { ServiceAccountTokens } from './service-account-tokens.js';

/** The accounts of programs. */
export function ServiceAccountsPage() {
  const found = useQuery(serviceAccountsQuery);
  return (
    <ListingPage
      texts={texts}
      found={{ ...found, data: found.data?.serviceAccounts }}
      needs="ADMIN"
      creation={(close) => <CreateServiceAccount onClose={close} />}
      columns={columnsWith(found.data?.rootRoles ?? [])}
      keyOf={({ id }) => id}
      searched={({ name, username }) => `${name} ${username}`}
      actions={(account, show) => <Actions account={account} show={show} />}
    />
  );
}

function columnsWith(roles: readonly Role[]): Column<ServiceAccount>[] {
  const names = new Map(roles.map(({ id, name }) => [id, name]));
  return [
    {
      head: uiTexts.name,
      cell: ({ name, username }) => <TwoLines below={username}>{name}</TwoLines>,
    },
    { head: texts.rootRole, cell: ({ rootRole }) => names.get(rootRole ?? 0) },
    { head: texts.tokens, cell: ({ tokens }) => texts.count(tokens.length) },
    { head: texts.lastSeen, cell: ({ seenAt }) => <Time at={seenAt} relative /> },
  ];
}

interface ActionsProps {
  account: ServiceAccount;
  show: (render: RenderDialog) => void;
}

function Actions({ account, show }: ActionsProps) {
  const { id, name } = account;
  return (
    <RowActions of={name}>
      <RowButton
        onClick={() =>
          show((close) => <ServiceAccountTokens account={account} show={show} onClose={close} />)
        }
      >
        {texts.tokens}
      </RowButton>
      <RowButton
        needs="ADMIN"
        onClick={() => show((close) => <EditServiceAccount account={account} onClose={close} />)}
      >
        {uiTexts.edit}
      </RowButton>
      <RowRemoval
        needs="ADMIN"
        show={show}
        title={texts.deleteTitle(name)}
        done={uiTexts.removed(name)}
        outdates={['people']}
        send={() =>
          bodyOf(api.DELETE('/api/admin/service-account/{id}', { params: { path: { id } } }))
        }
      >
        <Text>{texts.deleteHint}</Text>
      </RowRemoval>
    </RowActions>
  );
}
