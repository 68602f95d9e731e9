import { Badge, Button, Group, NativeSelect } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '../../../../app/router/link.js';
import { useSearch } from '../../../../app/router/location.js';
import { AddressSearch, lettersOf } from '../../../../kit/tables/address-search.js';
import { OffsetList } from '../../../../kit/tables/offset-list.js';
import { administrationTexts } from '../../../../texts/administration.js';
import { userTexts as texts } from '../../../../texts/people.js';
import { uiTexts } from '../../../../texts/ui.js';
import { type Column, ListingTable } from '../../../../kit/listing.js';
import { Page } from '../../../../kit/page.js';
import { PermittedButton } from '../../../../kit/permitted-button.js';
import { RowActions } from '../../../../kit/row-actions.js';
import { RowButton } from '../../../../kit/row-button.js';
import { EmptyState } from '../../../../kit/states.js';
import { Time } from '../../../../kit/time.js';
import { type RenderDialog, useDialog } from '../../../../kit/use-dialog.js';
import { TwoLines } from '../../../../kit/two-lines.js';
import { INVITES_PATH, userPath } from '../people-path.js';
import {
  nameOfUser,
  type Role,
  rootRolesQuery,
  type User,
  type UserOrder,
  USERS_PAGE_SIZE,
  usersQuery,
} from '../people-queries.js';
import { CreateUser, DeleteUser, EditUser, ResetPassword } from './user-dialogs.js';

const FIRST_ORDER: UserOrder = 'name';

function orderOf(search: URLSearchParams): UserOrder {
  const order = search.get('sort') ?? FIRST_ORDER;
  return Object.hasOwn(texts.orders, order) ? (order as UserOrder) : FIRST_ORDER;
}

/** The people who sign in. */
export function UsersPage() {
  const [dialog, show] = useDialog();
  const [search, change] = useSearch();
  return (
    <Page
      title={texts.title}
      intro={texts.intro}
      actions={
        <>
          <Button component={Link} to={INVITES_PATH} variant="default">
            {administrationTexts.inviteLinks.label}
          </Button>
          <PermittedButton
            needs="ADMIN"
            onClick={() => show((close) => <CreateUser show={show} onClose={close} />)}
          >
            {texts.create}
          </PermittedButton>
        </>
      }
    >
      <Group align="start">
        <AddressSearch label={texts.search} />
        <NativeSelect
          aria-label={texts.order}
          data={Object.entries(texts.orders).map(([value, label]) => ({ value, label }))}
          value={orderOf(search)}
          onChange={({ currentTarget: { value } }) =>
            change({ sort: value === FIRST_ORDER ? undefined : value, page: undefined })
          }
        />
      </Group>
      <Users search={search} show={show} />
      {dialog}
    </Page>
  );
}

interface UsersProps {
  search: URLSearchParams;
  show: (render: RenderDialog) => void;
}

function Users({ search, show }: UsersProps) {
  const query = lettersOf(search);
  const { data: roles = [] } = useQuery(rootRolesQuery);
  const empty = query ? (
    <EmptyState title={uiTexts.nothingMatches}>{uiTexts.changeSearch}</EmptyState>
  ) : (
    <EmptyState title={texts.title}>{texts.empty}</EmptyState>
  );
  return (
    <OffsetList
      find={(page) => usersQuery(query, orderOf(search), page)}
      size={USERS_PAGE_SIZE}
      empty={empty}
    >
      {({ users }) => (
        <ListingTable
          label={texts.title}
          items={users}
          columns={columnsWith(roles)}
          keyOf={({ id }) => id}
          actions={(user) => <Actions user={user} show={show} />}
        />
      )}
    </OffsetList>
  );
}

function columnsWith(roles: readonly Role[]): Column<User>[] {
  const names = new Map(roles.map(({ id, name }) => [id, name]));
  return [
    {
      head: uiTexts.name,
      cell: (user) => (
        <TwoLines below={user.email ?? user.username}>
          <Link to={userPath(user.id)}>{nameOfUser(user)}</Link>
        </TwoLines>
      ),
    },
    {
      head: texts.rootRole,
      cell: ({ rootRole }) => (rootRole === undefined ? texts.none : names.get(rootRole)),
    },
    {
      head: texts.lastSeen,
      cell: ({ seenAt, loginAttempts }) => (
        <>
          <Time at={seenAt} relative />{' '}
          {loginAttempts > 0 && (
            <Badge color="orange" variant="light">
              {texts.locked(loginAttempts)}
            </Badge>
          )}
        </>
      ),
    },
    { head: texts.created, cell: ({ createdAt }) => <Time at={createdAt} /> },
  ];
}

interface ActionsProps {
  user: User;
  show: (render: RenderDialog) => void;
}

function Actions({ user, show }: ActionsProps) {
  const { id } = user;
  const name = nameOfUser(user);
  return (
    <RowActions of={name}>
      <RowButton
        needs="ADMIN"
        onClick={() => show((close) => <EditUser id={id} name={name} onClose={close} />)}
      >
        {uiTexts.edit}
      </RowButton>
      <RowButton
        needs="ADMIN"
        onClick={() =>
          show((close) => <ResetPassword id={id} name={name} show={show} onClose={close} />)
        }
      >
        {texts.reset}
      </RowButton>
      <DeleteUser id={id} name={name} show={show} />
    </RowActions>
  );
}
