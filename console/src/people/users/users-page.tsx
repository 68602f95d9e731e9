import { Badge, Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '../../router/link.js';
import { administrationTexts } from '../../texts/administration.js';
import { userTexts as texts } from '../../texts/people.js';
import { uiTexts } from '../../texts/ui.js';
import { type Column, Listing } from '../../ui/listing.js';
import { Page } from '../../ui/page.js';
import { PermittedButton } from '../../ui/permitted-button.js';
import { EmptyState, FailureNotice, Loading } from '../../ui/states.js';
import { Time } from '../../ui/time.js';
import { type RenderDialog, useDialog } from '../../ui/use-dialog.js';
import { TwoLines } from '../../ui/two-lines.js';
import { INVITES_PATH, userPath } from '../people-path.js';
import { nameOfUser, type Role, type User, usersQuery } from '../people-queries.js';
import { CreateUser, DeleteUser, EditUser, ResetPassword } from './user-dialogs.js';

/** The people who sign in. */
export function UsersPage() {
  const [dialog, show] = useDialog();
  const { data, error, refetch } = useQuery(usersQuery);
  return (
    <Page
      title={texts.title}
      intro={texts.intro}
      actions={
        <>
          <Button component={Link} to={INVITES_PATH} variant="default">
            {administrationTexts.inviteLinks}
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
      {data ? (
        <Listing
          label={texts.title}
          items={data.users}
          columns={columnsWith(data.rootRoles)}
          keyOf={({ id }) => id}
          searched={({ name, username, email }) => [name, username, email].join(' ')}
          empty={<EmptyState title={texts.title}>{texts.empty}</EmptyState>}
          actions={(user) => <Actions user={user} show={show} />}
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
  const shared = { size: 'xs', variant: 'default', needs: 'ADMIN' } as const;
  return (
    <>
      <PermittedButton
        {...shared}
        onClick={() => show((close) => <EditUser id={id} name={name} onClose={close} />)}
      >
        {uiTexts.edit}
      </PermittedButton>
      <PermittedButton
        {...shared}
        onClick={() =>
          show((close) => <ResetPassword id={id} name={name} show={show} onClose={close} />)
        }
      >
        {texts.reset}
      </PermittedButton>
      <PermittedButton
        {...shared}
        onClick={() => show((close) => <DeleteUser id={id} name={name} onClose={close} />)}
      >
        {uiTexts.remove}
      </PermittedButton>
    </>
  );
}
