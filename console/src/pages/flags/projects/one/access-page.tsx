import { Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { PageProps } from '../../../../app/router/route.js';
import { accessTexts as texts } from '../../../../texts/projects.js';
import { type Column, Listing } from '../../../../kit/listing.js';
import { PermittedButton } from '../../../../kit/permitted-button.js';
import { EmptyState, FailureNotice, Loading } from '../../../../kit/states.js';
import { Time } from '../../../../kit/time.js';
import { type RenderDialog, useDialog } from '../../../../kit/use-dialog.js';
import { RowButton } from '../../../../kit/row-button.js';
import { TwoLines } from '../../../../kit/two-lines.js';
import { AccessRequestList } from '../../../access/access-requests/access-request-list.js';
import { projectAccessRequestsQuery } from '../../../access/access-requests/access-request-queries.js';
import { accessRequestTexts } from '../../../../texts/access-requests.js';
import { useMe } from '../../../../app/session/me.js';
import type { PROJECT_ACCESS_PATH } from '../project-path.js';
import { projectAccessQuery } from '../project-queries.js';
import { ChangeRoles, GiveAccess, type Holder, RemoveAccess, WRITE } from './access-dialogs.js';
import { ProjectFrame } from './project-frame.js';

/** Who may do what in a project. */
export function AccessPage({ params: { project } }: PageProps<typeof PROJECT_ACCESS_PATH>) {
  const [dialog, show] = useDialog();
  return (
    <ProjectFrame
      project={project}
      actions={
        <PermittedButton
          needs={WRITE}
          place={{ project }}
          onClick={() => show((close) => <GiveAccess project={project} onClose={close} />)}
        >
          {texts.add}
        </PermittedButton>
      }
    >
      {() => (
        <>
          <Text c="dimmed" mb="md">
            {texts.intro}
          </Text>
          <Holders project={project} show={show} />
          <ForATime project={project} show={show} />
          {dialog}
        </>
      )}
    </ProjectFrame>
  );
}

/** Who asks for access for a time, and who has it. */
function ForATime({ project, show }: HoldersProps) {
  const { user } = useMe();
  const { data } = useQuery(projectAccessRequestsQuery(project));
  const requests = data?.accessRequests ?? [];
  if (requests.length === 0) return null;
  return (
    <>
      <Title order={2} size="h4" mt="lg" mb="xs">
        {accessRequestTexts.ofProject}
      </Title>
      <AccessRequestList
        label={accessRequestTexts.ofProject}
        name="requests."
        requests={requests}
        userId={user.id}
        empty={null}
        show={show}
      />
    </>
  );
}

interface HoldersProps {
  project: string;
  show: (render: RenderDialog) => void;
}

function Holders({ project, show }: HoldersProps) {
  const { data, error, refetch } = useQuery(projectAccessQuery(project));
  if (!data)
    return error ? <FailureNotice error={error} retry={() => void refetch()} /> : <Loading />;
  const { users, groups, roles } = data;
  if (users.length + groups.length === 0)
    return <EmptyState title={texts.emptyTitle}>{texts.empty}</EmptyState>;
  const nameOfRole = new Map(roles.map(({ id, name }) => [id, name]));
  const roleNames = (ids: readonly number[]): string =>
    ids.map((id) => nameOfRole.get(id) ?? `#${id}`).join(', ');
  const holders: Holder[] = users.map((user) => ({ kind: 'users', ...user }));
  const inGroups: Holder[] = groups.map((group) => ({
    ...group,
    kind: 'groups',
    email: texts.members(group.users.length),
  }));
  const columnsOf = (head: string): Column<Holder>[] => [
    {
      head,
      cell: ({ name, email }) => <TwoLines below={name && email}>{name || email}</TwoLines>,
    },
    { head: texts.roles, cell: (holder) => roleNames(holder.roles) },
    { head: texts.added, cell: ({ addedAt }) => <Time at={addedAt} /> },
  ];
  const shared = {
    keyOf: ({ id }: Holder) => id,
    searched: ({ name, email }: Holder) => `${name} ${email ?? ''}`,
    empty: null,
    actions: (holder: Holder) => <Actions holder={holder} project={project} show={show} />,
  };
  return (
    <>
      {users.length > 0 && (
        <Listing {...shared} label={texts.users} items={holders} columns={columnsOf(texts.user)} />
      )}
      {groups.length > 0 && (
        <>
          <Title order={2} size="h4" mt="lg" mb="xs">
            {texts.userGroups}
          </Title>
          <Listing
            {...shared}
            name="groups."
            label={texts.userGroups}
            items={inGroups}
            columns={columnsOf(texts.group)}
          />
        </>
      )}
    </>
  );
}

function Actions({ holder, project, show }: HoldersProps & { holder: Holder }) {
  return (
    <>
      <RowButton
        needs={WRITE}
        place={{ project }}
        onClick={() =>
          show((close) => <ChangeRoles project={project} holder={holder} onClose={close} />)
        }
      >
        {texts.change}
      </RowButton>
      <RemoveAccess project={project} holder={holder} show={show} />
    </>
  );
}
