import { Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { api, bodyOf, type Schemas } from '../../../../api/client.js';
import { versionedBodyOf } from '../../../../api/versioned.js';
import { roleTexts as texts } from '../../../../texts/people.js';
import { number } from '../../../../texts/format.js';
import { uiTexts } from '../../../../texts/ui.js';
import { ListDialog } from '../../../../kit/list-dialog.js';
import { ListingPage } from '../../../../kit/listing-page.js';
import type { Column } from '../../../../kit/listing.js';
import { NAMED_COLUMN, searchedOfNamed } from '../../../../kit/named-column.js';
import { RowActions } from '../../../../kit/row-actions.js';
import { RowButton } from '../../../../kit/row-button.js';
import { RowRemoval } from '../../../../kit/row-removal.js';
import type { RenderDialog } from '../../../../kit/use-dialog.js';
import { type Role, rolesQuery } from '../people-queries.js';
import { CreateRole, EditRole } from './role-dialogs.js';
import { RoleMatrix } from './role-matrix.js';

const NEEDS = 'UPDATE_ROLE';

const COLUMNS: readonly Column<Role>[] = [
  NAMED_COLUMN,
  { head: texts.type, cell: ({ type }) => texts.types[type] ?? type },
];

/** The roles, and what they allow. */
export function RolesPage() {
  return (
    <ListingPage
      texts={texts}
      found={useQuery(rolesQuery)}
      needs={NEEDS}
      creation={(close) => <CreateRole onClose={close} />}
      columns={COLUMNS}
      keyOf={({ id }) => id}
      searched={searchedOfNamed}
      actions={(role, show) => <Actions role={role} show={show} />}
    >
      {(data) => (
        <>
          <Title order={2} size="h4" mt="xl" mb="sm">
            {texts.matrix}
          </Title>
          <RoleMatrix roles={data} />
        </>
      )}
    </ListingPage>
  );
}

interface ActionsProps {
  role: Role;
  show: (render: RenderDialog) => void;
}

/** Built-in roles cannot be changed. */
function Actions({ role, show }: ActionsProps) {
  const { id, name, type } = role;
  const isCustom = type === 'custom' || type === 'root-custom';
  return (
    <RowActions of={name}>
      {isCustom && (
        <RowButton
          needs={NEEDS}
          onClick={() => show((close) => <EditRole role={role} onClose={close} />)}
        >
          {uiTexts.edit}
        </RowButton>
      )}
      {(type === 'project' || type === 'custom') && (
        <RowButton onClick={() => show((close) => <RoleUsage role={role} onClose={close} />)}>
          {texts.usage}
        </RowButton>
      )}
      {isCustom && (
        <RowRemoval
          needs={NEEDS}
          show={show}
          title={texts.deleteTitle(name)}
          done={uiTexts.removed(name)}
          outdates={['people']}
          read={(signal) => readRole(id, signal)}
          send={(seen) => deleteRole(id, seen)}
        >
          <Text>{texts.deleteHint}</Text>
        </RowRemoval>
      )}
    </RowActions>
  );
}

const ROLE = '/api/admin/roles/{roleId}';

const readRole = (roleId: number, signal: AbortSignal) =>
  versionedBodyOf(api.GET(ROLE, { params: { path: { roleId } }, signal }));

const deleteRole = (roleId: number, header: { 'If-Match'?: string }) =>
  bodyOf(api.DELETE(ROLE, { params: { path: { roleId }, header } }));

type Use = Schemas['RoleInProjectResponse'];

const USE_COLUMNS: readonly Column<Use>[] = [
  { head: texts.project, cell: ({ project }) => project },
  { head: texts.users, cell: ({ userCount }) => number(userCount) },
  { head: texts.groups, cell: ({ groupCount }) => number(groupCount) },
  { head: texts.serviceAccounts, cell: ({ serviceAccountCount }) => number(serviceAccountCount) },
];

function RoleUsage({ role: { id, name }, onClose }: { role: Role; onClose: () => void }) {
  const params = { path: { roleId: id } };
  return (
    <ListDialog
      title={texts.usageTitle(name)}
      thing={['people', 'role-usage', id]}
      read={async (signal) =>
        (await bodyOf(api.GET('/api/admin/projects/roles/{roleId}/access', { params, signal })))
          .projects
      }
      columns={USE_COLUMNS}
      keyOf={({ project }) => project}
      searched={({ project }) => project}
      empty={texts.notUsed}
      onClose={onClose}
    />
  );
}
