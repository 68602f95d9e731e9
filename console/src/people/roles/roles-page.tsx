import { Button, Modal, Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { api, bodyOf, type Schemas } from '../../api/client.js';
import { versionedBodyOf } from '../../api/versioned.js';
import { roleTexts as texts } from '../../texts/people.js';
import { number, uiTexts } from '../../texts/ui.js';
import { ListingPage } from '../../ui/listing-page.js';
import { type Column, Listing } from '../../ui/listing.js';
import { PermittedButton } from '../../ui/permitted-button.js';
import { RemovalDialog } from '../../ui/removal-dialog.js';
import { FailureNotice, Loading } from '../../ui/states.js';
import type { RenderDialog } from '../../ui/use-dialog.js';
import { TwoLines } from '../../ui/two-lines.js';
import { type Role, rolesQuery } from '../people-queries.js';
import { CreateRole, EditRole } from './role-dialogs.js';
import { RoleMatrix } from './role-matrix.js';

const COLUMNS: readonly Column<Role>[] = [
  {
    head: uiTexts.name,
    cell: ({ name, description }) => <TwoLines below={description}>{name}</TwoLines>,
  },
  { head: texts.type, cell: ({ type }) => texts.types[type] ?? type },
];

/** The roles, and what they allow. */
export function RolesPage() {
  return (
    <ListingPage
      texts={texts}
      found={useQuery(rolesQuery)}
      needs="UPDATE_ROLE"
      creation={(close) => <CreateRole onClose={close} />}
      columns={COLUMNS}
      keyOf={({ id }) => id}
      searched={({ name, description }) => `${name} ${description ?? ''}`}
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
  const shared = { size: 'xs', variant: 'default', needs: 'UPDATE_ROLE' } as const;
  return (
    <>
      {(type === 'project' || type === 'custom') && (
        <Button
          size="xs"
          variant="default"
          onClick={() => show((close) => <RoleUsage role={role} onClose={close} />)}
        >
          {texts.usage}
        </Button>
      )}
      {(type === 'custom' || type === 'root-custom') && (
        <>
          <PermittedButton
            {...shared}
            onClick={() => show((close) => <EditRole role={role} onClose={close} />)}
          >
            {uiTexts.edit}
          </PermittedButton>
          <PermittedButton
            {...shared}
            onClick={() =>
              show((close) => (
                <RemovalDialog
                  title={texts.deleteTitle(name)}
                  action={texts.deleteTitle(name)}
                  done={uiTexts.removed(name)}
                  outdates={['people']}
                  onClose={close}
                  read={(signal) => readRole(id, signal)}
                  send={(seen) => deleteRole(id, seen)}
                >
                  <Text>{texts.deleteHint}</Text>
                </RemovalDialog>
              ))
            }
          >
            {uiTexts.remove}
          </PermittedButton>
        </>
      )}
    </>
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
  const { data, error } = useQuery({
    queryKey: ['people', 'role-usage', id],
    queryFn: ({ signal }) =>
      bodyOf(
        api.GET('/api/admin/projects/roles/{roleId}/access', {
          params: { path: { roleId: id } },
          signal,
        }),
      ),
  });
  return (
    <Modal
      opened
      onClose={onClose}
      size="lg"
      title={texts.usageTitle(name)}
      closeButtonProps={{ 'aria-label': uiTexts.close }}
      transitionProps={{ duration: 0 }}
    >
      {data ? (
        <Listing
          name="usage."
          label={texts.usageTitle(name)}
          items={data.projects}
          columns={USE_COLUMNS}
          keyOf={({ project }) => project}
          searched={({ project }) => project}
          empty={<Text>{texts.notUsed}</Text>}
        />
      ) : error ? (
        <FailureNotice error={error} />
      ) : (
        <Loading />
      )}
    </Modal>
  );
}
