import { TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { api, bodyOf } from '../../../../api/client.js';
import { serviceAccountTexts as texts } from '../../../../texts/people.js';
import { uiTexts } from '../../../../texts/ui.js';
import { FormDialog, textOf } from '../../../../kit/form-dialog.js';
import { NameField } from '../../../../kit/name-field.js';
import { type ServiceAccount, serviceAccountsQuery } from '../people-queries.js';
import { RootRoleField } from '../root-role-field.js';

const TEXT_LENGTH = 255;

function Fields({ account }: { account?: ServiceAccount }) {
  const { data } = useQuery(serviceAccountsQuery);
  return (
    <>
      <NameField maxLength={TEXT_LENGTH} defaultValue={account?.name} />
      <RootRoleField
        label={texts.rootRole}
        roles={data?.rootRoles ?? []}
        value={account?.rootRole}
      />
    </>
  );
}

/** Creates an account for a program. */
export function CreateServiceAccount({ onClose }: { onClose: () => void }) {
  return (
    <FormDialog
      title={texts.create}
      outdates={['people']}
      onClose={onClose}
      send={(form) =>
        bodyOf(
          api.POST('/api/admin/service-account', {
            body: {
              username: textOf(form, 'username'),
              name: textOf(form, 'name'),
              rootRole: Number(textOf(form, 'rootRole')),
            },
          }),
        )
      }
    >
      <Fields />
      <TextInput
        name="username"
        label={texts.username}
        required
        maxLength={TEXT_LENGTH}
        autoComplete="off"
      />
    </FormDialog>
  );
}

interface EditServiceAccountProps {
  account: ServiceAccount;
  onClose: () => void;
}

/** Sends only what was changed here, since the API has no versions of service accounts. */
export function EditServiceAccount({ account, onClose }: EditServiceAccountProps) {
  return (
    <FormDialog
      title={texts.editTitle(account.name)}
      action={uiTexts.save}
      done={uiTexts.done(account.name)}
      outdates={['people']}
      onClose={onClose}
      send={(form) => {
        const name = textOf(form, 'name');
        const rootRole = Number(textOf(form, 'rootRole'));
        const body = {
          ...(name === account.name ? {} : { name }),
          ...(rootRole === account.rootRole ? {} : { rootRole }),
        };
        const params = { path: { id: account.id } };
        return bodyOf(api.PUT('/api/admin/service-account/{id}', { params, body }));
      }}
    >
      <Fields account={account} />
    </FormDialog>
  );
}
