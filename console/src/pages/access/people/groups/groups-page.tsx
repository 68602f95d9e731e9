import { Text } from '@mantine/core';
import { api, bodyOf } from '../../../../api/client.js';
import { versionedBodyOf } from '../../../../api/versioned.js';
import { FoundListingPage } from '../../../../kit/tables/found-listing-page.js';
import { groupTexts as texts } from '../../../../texts/people.js';
import { uiTexts } from '../../../../texts/ui.js';
import { type Column } from '../../../../kit/listing.js';
import { NAMED_COLUMN } from '../../../../kit/named-column.js';
import { RowButton } from '../../../../kit/row-button.js';
import { RowRemoval } from '../../../../kit/row-removal.js';
import { Time } from '../../../../kit/time.js';
import type { RenderDialog } from '../../../../kit/use-dialog.js';
import { type FoundGroup, foundGroupsQuery, nameOfUser } from '../people-queries.js';
import { CreateGroup, EditGroup } from './group-dialogs.js';

const PATH = '/api/admin/groups/{groupId}';
const pathOf = (groupId: number) => ({ path: { groupId } });

const COLUMNS: readonly Column<FoundGroup>[] = [
  NAMED_COLUMN,
  { head: texts.members, cell: (group) => <Members group={group} /> },
  { head: texts.projects, cell: ({ projects }) => projects.join(', ') || texts.noProjects },
  { head: uiTexts.created, cell: ({ createdAt }) => <Time at={createdAt} /> },
];

function Members({ group: { userCount, users } }: { group: FoundGroup }) {
  const names = users.map(({ user }) => nameOfUser(user));
  return (
    <>
      {texts.count(userCount)}
      <Text size="sm" c="dimmed">
        {names.join(', ')}
        {userCount > users.length && ', …'}
      </Text>
    </>
  );
}

/** The groups of people who have the same access. */
export function GroupsPage() {
  return (
    <FoundListingPage
      texts={texts}
      find={foundGroupsQuery}
      itemsOf={({ groups }) => groups}
      needs="ADMIN"
      creation={(close) => <CreateGroup onClose={close} />}
      columns={COLUMNS}
      keyOf={({ id }) => id}
      actions={(group, show) => <Actions group={group} show={show} />}
    />
  );
}

interface ActionsProps {
  group: FoundGroup;
  show: (render: RenderDialog) => void;
}

function Actions({ group: { id, name }, show }: ActionsProps) {
  return (
    <>
      <RowButton
        needs="ADMIN"
        onClick={() => show((close) => <EditGroup id={id} name={name} onClose={close} />)}
      >
        {uiTexts.edit}
      </RowButton>
      <RowRemoval
        needs="ADMIN"
        show={show}
        title={texts.deleteTitle(name)}
        done={uiTexts.removed(name)}
        outdates={['people', 'me']}
        read={(signal) => versionedBodyOf(api.GET(PATH, { params: pathOf(id), signal }))}
        send={(header) => bodyOf(api.DELETE(PATH, { params: { ...pathOf(id), header } }))}
      >
        <Text>{texts.deleteHint}</Text>
      </RowRemoval>
    </>
  );
}
