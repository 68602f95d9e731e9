import { Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { api, bodyOf } from '../../../../api/client.js';
import { federatedCredentialTexts as texts } from '../../../../texts/people.js';
import { uiTexts } from '../../../../texts/ui.js';
import type { Column } from '../../../../kit/listing.js';
import { ListingPage } from '../../../../kit/listing-page.js';
import { RowButton } from '../../../../kit/row-button.js';
import { RowRemoval } from '../../../../kit/row-removal.js';
import { Time } from '../../../../kit/time.js';
import { TwoLines } from '../../../../kit/two-lines.js';
import type { RenderDialog } from '../../../../kit/use-dialog.js';
import { type FederatedCredential, federatedCredentialsQuery } from '../people-queries.js';
import { FederatedCredentialDialog } from './federated-credential-dialog.js';

const COLUMNS: readonly Column<FederatedCredential>[] = [
  {
    head: uiTexts.name,
    cell: ({ name, issuer }) => <TwoLines below={issuer}>{name}</TwoLines>,
  },
  {
    head: texts.subject,
    cell: ({ subject, audience }) => <TwoLines below={audience}>{subject}</TwoLines>,
  },
  { head: texts.serviceAccount, cell: ({ serviceAccount }) => serviceAccount },
  { head: texts.tokens, cell: ({ tokens }) => texts.count(tokens) },
  { head: texts.lastUsed, cell: ({ usedAt }) => <Time at={usedAt} relative /> },
];

/** Whose tokens of other issuers service accounts give tokens for. */
export function FederatedCredentialsPage() {
  const found = useQuery(federatedCredentialsQuery);
  return (
    <ListingPage
      texts={texts}
      found={found}
      needs="ADMIN"
      columns={COLUMNS}
      keyOf={({ id }) => id}
      searched={({ name, issuer, subject, serviceAccount }) =>
        `${name} ${issuer} ${subject} ${serviceAccount}`
      }
      creation={(close) => <FederatedCredentialDialog onClose={close} />}
      actions={(credential, show) => (
        <>
          <RowButton
            needs="ADMIN"
            onClick={() =>
              show((close) => <FederatedCredentialDialog credential={credential} onClose={close} />)
            }
          >
            {uiTexts.edit}
          </RowButton>
          <Removal credential={credential} show={show} />
        </>
      )}
    />
  );
}

interface RemovalProps {
  credential: FederatedCredential;
  show: (render: RenderDialog) => void;
}

function Removal({ credential: { id, name }, show }: RemovalProps) {
  return (
    <RowRemoval
      needs="ADMIN"
      show={show}
      title={texts.deleteTitle(name)}
      done={uiTexts.removed(name)}
      outdates={['people']}
      send={() =>
        bodyOf(api.DELETE('/api/admin/federated-credentials/{id}', { params: { path: { id } } }))
      }
    >
      <Text>{texts.endHint}</Text>
    </RowRemoval>
  );
}
