import { Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { api, bodyOf } from '../../api/client.js';
import { groupTexts as texts } from '../../texts/people.js';
import { uiTexts } from '../../texts/ui.js';
import { type Column, Listing } from '../../ui/listing.js';
import { Page } from '../../ui/page.js';
import { PermittedButton } from '../../ui/permitted-button.js';
import { RemovalDialog } from '../../ui/removal-dialog.js';
import { EmptyState, FailureNotice, Loading } from '../../ui/states.js';
import { Time } from '../../ui/time.js';
import { type RenderDialog, useDialog } from '../../ui/use-dialog.js';
import { groupsQuery, nameOfUser, type UserGroup } from '../people-queries.js';
import { CreateGroup, EditGroup } from './group-dialogs.js';

const MOST_NAMES = 5;

const COLUMNS: readonly Column<UserGroup>[] = [
  {
    head: uiTexts.name,
    cell: ({ name, description }) => (
      <div>
        {name}
        <Text size="sm" c="dimmed">
          {description}
        </Text>
      </div>
    ),
  },
  { head: texts.members, cell: (group) => <Members group={group} /> },
  { head: texts.projects, cell: ({ projects }) => projects.join(', ') },
  { head: uiTexts.created, cell: ({ createdAt }) => <Time at={createdAt} /> },
];

function Members({ group: { userCount, users } }: { group: UserGroup }) {
  const names = users.slice(0, MOST_NAMES).map(({ user }) => nameOfUser(user));
  return (
    <>
      {texts.count(userCount)}
      <Text size="sm" c="dimmed">
        {names.join(', ')}
        {users.length > MOST_NAMES && ', …'}
      </Text>
    </>
  );
}

/** The groups of people who have the same access. */
export function GroupsPage() {
  const [dialog, show] = useDialog();
  const { data, error, refetch } = useQuery(groupsQuery);
  return (
    <Page
      title={texts.title}
      intro={texts.intro}
      actions={
        <PermittedButton
          needs="ADMIN"
          onClick={() => show((close) => <CreateGroup onClose={close} />)}
        >
          {texts.create}
        </PermittedButton>
      }
    >
      {data ? (
        <Listing
          label={texts.title}
          items={data}
          columns={COLUMNS}
          keyOf={({ id }) => id}
          searched={({ name, description }) => `${name} ${description ?? ''}`}
          empty={<EmptyState title={texts.title}>{texts.empty}</EmptyState>}
          actions={(group) => <Actions group={group} show={show} />}
        />
      ) : error ? (
        <FailureNotice error={error} retry={() => void refetch()} />
      ) : (
        <Loading />
      )}
      {dialog}
    </Page>
  );
}

interface ActionsProps {
  group: UserGroup;
  show: (render: RenderDialog) => void;
}

function Actions({ group: { id, name }, show }: ActionsProps) {
  const shared = { size: 'xs', variant: 'default', needs: 'ADMIN' } as const;
  return (
    <>
      <PermittedButton
        {...shared}
        onClick={() => show((close) => <EditGroup id={id} name={name} onClose={close} />)}
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
              outdates={['people', 'me']}
              onClose={close}
              send={() =>
                bodyOf(
                  api.DELETE('/api/admin/groups/{groupId}', { params: { path: { groupId: id } } }),
                )
              }
            >
              <Text>{texts.deleteHint}</Text>
            </RemovalDialog>
          ))
        }
      >
        {uiTexts.remove}
      </PermittedButton>
    </>
  );
}
