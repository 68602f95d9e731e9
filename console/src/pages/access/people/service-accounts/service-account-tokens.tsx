import { Checkbox, Text, TextInput } from '@mantine/core';
import { api, bodyOf } from '../../../../api/client.js';
import { serviceAccountTexts as texts } from '../../../../texts/people.js';
import { AddressesField, limitsIn } from '../../../../kit/addresses-field.js';
import { DayField } from '../../../../kit/day-field.js';
import { endOfDay } from '../../../../kit/moment.js';
import { FormDialog, isTicked, textOf } from '../../../../kit/form-dialog.js';
import { ListDialog } from '../../../../kit/list-dialog.js';
import type { Column } from '../../../../kit/listing.js';
import { PermittedButton } from '../../../../kit/permitted-button.js';
import { SecretDialog } from '../../../../kit/secret.js';
import { Time } from '../../../../kit/time.js';
import type { RenderDialog } from '../../../../kit/use-dialog.js';
import { RowRemoval } from '../../../../kit/row-removal.js';
import type { PersonalToken, ServiceAccount } from '../people-queries.js';

const DESCRIPTION_LENGTH = 255;
const PATH = '/api/admin/service-account/{id}/token';

interface DialogProps {
  account: ServiceAccount;
  show: (render: RenderDialog) => void;
  onClose: () => void;
}

const COLUMNS: readonly Column<PersonalToken>[] = [
  { head: texts.tokenDescription, cell: ({ description }) => description },
  { head: texts.expires, cell: ({ expiresAt }) => <Time at={expiresAt} /> },
  { head: texts.lastSeen, cell: ({ seenAt }) => <Time at={seenAt} relative /> },
];

/** The tokens of a service account. */
export function ServiceAccountTokens({ account, show, onClose }: DialogProps) {
  const { id, name } = account;
  const back: RenderDialog = (close) => (
    <ServiceAccountTokens account={account} show={show} onClose={close} />
  );
  return (
    <ListDialog
      title={texts.tokensOf(name)}
      size="xl"
      thing={['people', 'service-account-tokens', id]}
      read={async (signal) =>
        (await bodyOf(api.GET(PATH, { params: { path: { id } }, signal }))).pats
      }
      columns={COLUMNS}
      keyOf={(token) => token.id}
      searched={({ description }) => description}
      empty={texts.noTokens}
      onClose={onClose}
      actions={(token) => (
        <DeleteToken
          account={id}
          token={token}
          show={(render) => show(() => render(() => show(back)))}
        />
      )}
    >
      <PermittedButton
        mt="md"
        needs="ADMIN"
        onClick={() =>
          show((close) => <CreateToken account={account} show={show} onClose={close} />)
        }
      >
        {texts.createToken}
      </PermittedButton>
    </ListDialog>
  );
}

interface DeleteTokenProps {
  account: number;
  token: PersonalToken;
  show: (render: RenderDialog) => void;
}

function DeleteToken({ account, token: { id, description }, show }: DeleteTokenProps) {
  return (
    <RowRemoval
      needs="ADMIN"
      show={show}
      title={texts.deleteToken(description)}
      done={texts.tokenDeleted}
      outdates={['people']}
      send={() =>
        bodyOf(
          api.DELETE('/api/admin/service-account/{id}/token/{tokenId}', {
            params: { path: { id: account, tokenId: id } },
          }),
        )
      }
    >
      <Text>{texts.deleteTokenHint}</Text>
    </RowRemoval>
  );
}

function CreateToken({ account: { id, name }, show, onClose }: DialogProps) {
  return (
    <FormDialog
      title={texts.createdTitle(name)}
      outdates={['people']}
      onClose={onClose}
      send={async (form) => {
        const { secret } = await bodyOf(
          api.POST(PATH, {
            params: { path: { id } },
            body: {
              description: textOf(form, 'description'),
              expiresAt: endOfDay(textOf(form, 'expiresAt'))!,
              ...(isTicked(form, 'readOnly') ? { scope: { readOnly: true } } : {}),
              ...limitsIn(form),
            },
          }),
        );
        show((close) => (
          <SecretDialog
            title={texts.createdTitle(name)}
            label={texts.secret}
            secret={secret ?? ''}
            onClose={close}
          />
        ));
      }}
    >
      <TextInput
        name="description"
        label={texts.tokenDescription}
        required
        maxLength={DESCRIPTION_LENGTH}
        data-autofocus
      />
      <DayField name="expiresAt" label={texts.expires} required />
      <Checkbox name="readOnly" label={texts.readOnly} />
      <AddressesField />
    </FormDialog>
  );
}
