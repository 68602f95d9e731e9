import { Badge, Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { api, bodyOf } from '../../../api/client.js';
import { profileTexts as texts } from '../../../texts/profile.js';
import { announce } from '../../../kit/announcements.js';
import { type Column, Listing } from '../../../kit/listing.js';
import { RowButton } from '../../../kit/row-button.js';
import { FailureNotice, Loading } from '../../../kit/states.js';
import { Time } from '../../../kit/time.js';
import { useAction } from '../../../kit/use-action.js';
import { type Session, sessionsQuery } from './profile-queries.js';
import { Section } from './section.js';
import { browserOf } from './user-agent.js';

const COLUMNS: readonly Column<Session>[] = [
  {
    head: texts.browser,
    cell: ({ userAgent, current }) => (
      <span title={userAgent ?? undefined}>
        {browserOf(userAgent)} {current && <Badge variant="light">{texts.thisSession}</Badge>}
      </span>
    ),
  },
  { head: texts.address, cell: ({ address }) => address ?? texts.unknown },
  {
    head: texts.signedIn,
    cell: ({ createdAt, authType }) => (
      <>
        <Time at={createdAt} /> {texts.by[authType]}
      </>
    ),
  },
  { head: texts.usedAt, cell: ({ seenAt }) => <Time at={seenAt} relative /> },
  { head: texts.expires, cell: ({ expiresAt }) => <Time at={expiresAt} /> },
];

/** Where the person is signed in. */
export function SessionsSection() {
  const { data, error, refetch } = useQuery(sessionsQuery);
  const endOthers = useAction(
    async () => {
      const { ended } = await bodyOf(api.DELETE('/api/admin/user/sessions'));
      announce({ kind: 'done', text: texts.othersEnded(ended) });
    },
    { outdates: ['profile'] },
  );
  const others = data?.sessions.filter(({ current }) => !current) ?? [];
  return (
    <Section
      title={texts.sessions}
      intro={texts.sessionsIntro}
      actions={
        others.length > 0 && (
          <Button
            variant="default"
            loading={endOthers.isPending}
            onClick={() => endOthers.mutate()}
          >
            {texts.endOthers}
          </Button>
        )
      }
    >
      {error && <FailureNotice error={error} retry={() => void refetch()} />}
      {!data && !error && <Loading />}
      {data && (
        <Listing
          label={texts.sessions}
          name="sessions-"
          items={data.sessions}
          columns={COLUMNS}
          keyOf={({ id }) => id}
          searched={({ userAgent, address }) => `${userAgent} ${address}`}
          empty={null}
          actions={(session) => !session.current && <EndButton session={session} />}
        />
      )}
    </Section>
  );
}

function EndButton({ session: { id, userAgent, address } }: { session: Session }) {
  const end = useAction(
    () => bodyOf(api.DELETE('/api/admin/user/sessions/{id}', { params: { path: { id } } })),
    { done: texts.sessionEnded, outdates: ['profile'] },
  );
  return (
    <RowButton
      loading={end.isPending}
      aria-label={texts.endSessionOf(`${browserOf(userAgent)}, ${address ?? texts.unknown}`)}
      onClick={() => end.mutate()}
    >
      {texts.endSession}
    </RowButton>
  );
}
