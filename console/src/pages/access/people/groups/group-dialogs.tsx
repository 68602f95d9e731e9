import { Textarea } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { api, bodyOf, type Schemas } from '../../../../api/client.js';
import { versionedBodyOf } from '../../../../api/versioned.js';
import { groupTexts as texts } from '../../../../texts/people.js';
import { uiTexts } from '../../../../texts/ui.js';
import { EditDialog } from '../../../../kit/edit-dialog.js';
import { FormDialog, textOf } from '../../../../kit/form-dialog.js';
import { DescriptionField, NameField } from '../../../../kit/name-field.js';
import { SearchedChoice } from '../../../../kit/searched-choice.js';
import { choiceOfUser, findUsers, rootRolesQuery, type UserGroup } from '../people-queries.js';
import { RootRoleField } from '../root-role-field.js';

const OUTDATES = ['people', 'me'];
const NAME_LENGTH = 255;
const DESCRIPTION_LENGTH = 1000;
const PATH = '/api/admin/groups/{groupId}';

function Fields({ group }: { group?: UserGroup }) {
  const { data: roles = [] } = useQuery(rootRolesQuery);
  return (
    <>
      <NameField maxLength={NAME_LENGTH} defaultValue={group?.name} />
      <DescriptionField maxLength={DESCRIPTION_LENGTH} value={group?.description} />
      <SearchedChoice
        name="members"
        label={texts.members}
        find={findUsers}
        chosen={group?.users.map(({ user }) => choiceOfUser(user))}
      />
      <RootRoleField
        label={texts.rootRole}
        roles={roles}
        value={group?.rootRole}
        none={texts.noRole}
      />
      <Textarea
        name="mappingsSSO"
        label={texts.mappings}
        description={texts.mappingsHint}
        autosize
        minRows={2}
        defaultValue={group?.mappingsSSO.join('\n')}
      />
    </>
  );
}

function groupOf(form: FormData): Schemas['GroupDto'] {
  const rootRole = textOf(form, 'rootRole');
  const members = textOf(form, 'members').split(',').filter(Boolean);
  return {
    name: textOf(form, 'name'),
    description: textOf(form, 'description'),
    rootRole: rootRole ? Number(rootRole) : null,
    users: members.map((id) => ({ user: { id: Number(id) } })),
    mappingsSSO: textOf(form, 'mappingsSSO')
      .split('\n')
      .map((line) => line.trim())
      .filter(Boolean),
  };
}

/** Creates a group of users. */
export function CreateGroup({ onClose }: { onClose: () => void }) {
  return (
    <FormDialog
      title={texts.create}
      outdates={OUTDATES}
      onClose={onClose}
      send={(form) => bodyOf(api.POST('/api/admin/groups', { body: groupOf(form) }))}
    >
      <Fields />
    </FormDialog>
  );
}

interface EditGroupProps {
  id: number;
  name: string;
  onClose: () => void;
}

/** Edits a group and its members. */
export function EditGroup({ id, name, onClose }: EditGroupProps) {
  const path = { path: { groupId: id } };
  return (
    <EditDialog
      title={texts.editTitle(name)}
      thing={['groups', id]}
      read={(signal) => versionedBodyOf(api.GET(PATH, { params: path, signal }))}
      done={uiTexts.done(name)}
      outdates={OUTDATES}
      onClose={onClose}
      send={(form, header) =>
        bodyOf(api.PUT(PATH, { params: { ...path, header }, body: groupOf(form) }))
      }
    >
      {(group) => <Fields group={group} />}
    </EditDialog>
  );
}
