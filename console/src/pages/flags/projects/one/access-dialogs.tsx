import { Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { api, bodyOf } from '../../../../api/client.js';
import { findAccountChoices, findGroupChoices } from '../../../access/people/people-queries.js';
import { accessTexts as texts } from '../../../../texts/projects.js';
import { uiTexts } from '../../../../texts/ui.js';
import { FormDialog } from '../../../../kit/form-dialog.js';
import { MultiChoice } from '../../../../kit/multi-choice.js';
import { RowRemoval } from '../../../../kit/row-removal.js';
import type { RenderDialog } from '../../../../kit/use-dialog.js';
import { SearchedChoice } from '../../../../kit/searched-choice.js';
import { projectAccessQuery } from '../project-queries.js';

/** A user or a group with roles in a project. */
export interface Holder {
  kind: 'users' | 'groups';
  id: number;
  name: string;
  email?: string | null;
  roles: readonly number[];
  addedAt: string;
}

interface DialogProps {
  project: string;
  onClose: () => void;
}

/** The permission for changing who has access. */
export const WRITE = ['PROJECT_USER_ACCESS_WRITE'];
const OUTDATES = ['people', 'projects', 'me'];
const USER_ROLES = '/api/admin/projects/{projectId}/users/{userId}/roles';
const GROUP_ROLES = '/api/admin/projects/{projectId}/groups/{groupId}/roles';

/** Gives roles to users and groups, in addition to those that they have. */
export function GiveAccess({ project, onClose }: DialogProps) {
  const [users, setUsers] = useState<string[]>([]);
  const [groups, setGroups] = useState<string[]>([]);
  const [roles, setRoles] = useState<string[]>([]);
  return (
    <FormDialog
      title={texts.add}
      action={texts.add}
      isBlocked={roles.length === 0 || users.length + groups.length === 0}
      done={texts.given}
      outdates={OUTDATES}
      onClose={onClose}
      send={() =>
        bodyOf(
          api.POST('/api/admin/projects/{projectId}/access', {
            params: { path: { projectId: project } },
            body: {
              users: users.map(Number),
              groups: groups.map(Number),
              roles: roles.map(Number),
            },
          }),
        )
      }
    >
      <Text size="sm">{texts.chooseSomebody}</Text>
      <SearchedChoice label={texts.users} find={findAccountChoices} onChange={setUsers} />
      <SearchedChoice label={texts.userGroups} find={findGroupChoices} onChange={setGroups} />
      <RoleSelect project={project} value={roles} onChange={setRoles} />
    </FormDialog>
  );
}

interface RoleSelectProps {
  project: string;
  value: string[];
  onChange: (roles: string[]) => void;
}

function RoleSelect({ project, ...field }: RoleSelectProps) {
  const { data } = useQuery(projectAccessQuery(project));
  return (
    <MultiChoice
      {...field}
      label={texts.roles}
      searchable
      data={(data?.roles ?? []).map(({ id, name }) => ({ value: String(id), label: name }))}
    />
  );
}

/** Replaces the roles of a user or a group. */
export function ChangeRoles({ project, holder, onClose }: DialogProps & { holder: Holder }) {
  const [roles, setRoles] = useState(holder.roles.map(String));
  const name = holder.name || holder.email || '';
  return (
    <FormDialog
      title={texts.changeTitle(name)}
      action={uiTexts.save}
      isBlocked={roles.length === 0}
      done={texts.changed(name)}
      outdates={OUTDATES}
      onClose={onClose}
      send={() => sendRoles(project, holder, roles.map(Number))}
    >
      <RoleSelect project={project} value={roles} onChange={setRoles} />
    </FormDialog>
  );
}

function sendRoles(project: string, { kind, id }: Holder, roles: number[]): Promise<unknown> {
  const body = { roles };
  return kind === 'users'
    ? bodyOf(api.PUT(USER_ROLES, { params: { path: { projectId: project, userId: id } }, body }))
    : bodyOf(api.PUT(GROUP_ROLES, { params: { path: { projectId: project, groupId: id } }, body }));
}

interface RemoveAccessProps {
  project: string;
  holder: Holder;
  show: (render: RenderDialog) => void;
}

/** Takes all roles in the project from a user or a group. */
export function RemoveAccess({ project, holder, show }: RemoveAccessProps) {
  const { kind, id } = holder;
  const name = holder.name || holder.email || '';
  return (
    <RowRemoval
      label={texts.remove}
      needs={WRITE}
      place={{ project }}
      show={show}
      title={texts.removeTitle(name)}
      done={texts.removed(name)}
      outdates={OUTDATES}
      send={() =>
        kind === 'users'
          ? bodyOf(api.DELETE(USER_ROLES, { params: { path: { projectId: project, userId: id } } }))
          : bodyOf(
              api.DELETE(GROUP_ROLES, { params: { path: { projectId: project, groupId: id } } }),
            )
      }
    >
      <Text>{texts.removeHint}</Text>
    </RowRemoval>
  );
}
