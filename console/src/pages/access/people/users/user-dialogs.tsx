import { Checkbox, Text, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { api, bodyOf } from '../../../../api/client.js';
import { versionedBodyOf } from '../../../../api/versioned.js';
import { userTexts as texts } from '../../../../texts/people.js';
import { uiTexts } from '../../../../texts/ui.js';
import { EditDialog } from '../../../../kit/edit-dialog.js';
import { FormDialog, isTicked, textOf } from '../../../../kit/form-dialog.js';
import { NameField } from '../../../../kit/name-field.js';
import { RowRemoval } from '../../../../kit/row-removal.js';
import { SecretDialog } from '../../../../kit/secret.js';
import type { RenderDialog } from '../../../../kit/use-dialog.js';
import { nameOfUser, rootRolesQuery } from '../people-queries.js';
import { RootRoleField } from '../root-role-field.js';

const OUTDATES = ['people'];
const TEXT_LENGTH = 255;
const PATH = '/api/admin/user-admin/{id}';

interface ShowingProps {
  show: (render: RenderDialog) => void;
  onClose: () => void;
}

interface OneProps {
  id: number;
  name: string;
  onClose: () => void;
}

/** Creates a user, and shows the link by which the person sets a password. */
export function CreateUser({ show, onClose }: ShowingProps) {
  const { data: roles = [] } = useQuery(rootRolesQuery);
  return (
    <FormDialog
      title={texts.create}
      outdates={OUTDATES}
      onClose={onClose}
      send={async (form) => {
        const user = await bodyOf(
          api.POST('/api/admin/user-admin', {
            body: {
              name: textOf(form, 'name') || null,
              email: textOf(form, 'email') || null,
              username: textOf(form, 'username') || null,
              rootRole: Number(textOf(form, 'rootRole')),
              sendEmail: isTicked(form, 'sendEmail'),
            },
          }),
        );
        const note = user.emailSent ? texts.mailed : undefined;
        show(linkDialog(texts.createdTitle(nameOfUser(user)), user.inviteLink, note));
      }}
    >
      <NameField required={false} maxLength={TEXT_LENGTH} />
      <TextInput name="email" type="email" label={texts.email} maxLength={TEXT_LENGTH} />
      <TextInput
        name="username"
        label={texts.username}
        description={texts.usernameHint}
        maxLength={TEXT_LENGTH}
        autoComplete="off"
      />
      <RootRoleField label={texts.rootRole} roles={roles} />
      <Checkbox name="sendEmail" label={texts.sendEmail} defaultChecked />
    </FormDialog>
  );
}

function linkDialog(title: string, link: string, note?: string): RenderDialog {
  return (close) => (
    <SecretDialog title={title} label={texts.invitation} secret={link} onClose={close}>
      <Text mt="sm">{texts.invitationHint}</Text>
      {note && <Text mt="sm">{note}</Text>}
    </SecretDialog>
  );
}

/** Edits name, e-mail address and root role of a user. */
export function EditUser({ id, name, onClose }: OneProps) {
  const { data: roles = [] } = useQuery(rootRolesQuery);
  const path = { path: { id } };
  return (
    <EditDialog
      title={texts.editTitle(name)}
      thing={['people', id]}
      read={(signal) => versionedBodyOf(api.GET(PATH, { params: path, signal }))}
      done={uiTexts.done(name)}
      outdates={[...OUTDATES, 'me']}
      onClose={onClose}
      send={(form, header) =>
        bodyOf(
          api.PUT(PATH, {
            params: { ...path, header },
            body: {
              name: textOf(form, 'name') || null,
              email: textOf(form, 'email') || null,
              rootRole: Number(textOf(form, 'rootRole')),
            },
          }),
        )
      }
    >
      {(user) => (
        <>
          <NameField required={false} maxLength={TEXT_LENGTH} defaultValue={user.name} />
          <TextInput
            name="email"
            type="email"
            label={texts.email}
            maxLength={TEXT_LENGTH}
            defaultValue={user.email}
          />
          <RootRoleField label={texts.rootRole} roles={roles} value={user.rootRole} />
        </>
      )}
    </EditDialog>
  );
}

/** Makes a link by which a user sets a new password. */
export function ResetPassword({ id, name, show, onClose }: OneProps & ShowingProps) {
  return (
    <FormDialog
      title={texts.resetTitle(name)}
      action={texts.resetAction}
      outdates={OUTDATES}
      onClose={onClose}
      send={async (form) => {
        const body = { id: String(id), revokeTokens: isTicked(form, 'revokeTokens') };
        const { resetPasswordUrl } = await bodyOf(
          api.POST('/api/admin/user-admin/reset-password', { body }),
        );
        show(linkDialog(texts.resetTitle(name), resetPasswordUrl));
      }}
    >
      <Text>{texts.resetHint}</Text>
      <Checkbox name="revokeTokens" label={texts.revokeTokens} />
    </FormDialog>
  );
}

interface DeleteUserProps {
  id: number;
  name: string;
  show: (render: RenderDialog) => void;
}

/** Deletes a user, with sessions and tokens. */
export function DeleteUser({ id, name, show }: DeleteUserProps) {
  return (
    <RowRemoval
      needs="ADMIN"
      show={show}
      title={texts.deleteTitle(name)}
      done={uiTexts.removed(name)}
      outdates={OUTDATES}
      send={() => bodyOf(api.DELETE(PATH, { params: { path: { id } } }))}
    >
      <Text>{texts.deleteHint}</Text>
    </RowRemoval>
  );
}
