import { Title } from '@mantine/core';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { api, bodyOf, type Schemas } from '../../../../api/client.js';
import { browserOf } from '../../profile/user-agent.js';
import { userTexts as texts } from '../../../../texts/people.js';
import { uiTexts } from '../../../../texts/ui.js';
import { type Column, Listing } from '../../../../kit/listing.js';
import { PermittedButton } from '../../../../kit/permitted-button.js';
import { RemovalDialog } from '../../../../kit/removal-dialog.js';
import { FailureNotice, Loading } from '../../../../kit/states.js';
import { Time } from '../../../../kit/time.js';
import { useAction } from '../../../../kit/use-action.js';
import type { RenderDialog } from '../../../../kit/use-dialog.js';
import { RowButton } from '../../../../kit/row-button.js';

type Session = Schemas['SessionResponse'];
type Token = Schemas['PersonalTokenResponse'];

interface UserSignInsProps {
  id: number;
  name: string;
  show: (render: RenderDialog) => void;
}

const SESSION_COLUMNS: readonly Column<Session>[] = [
  { head: texts.browser, cell: ({ userAgent }) => browserOf(userAgent ?? null) },
  { head: texts.address, cell: ({ address }) => address ?? texts.none },
  { head: texts.lastSeen, cell: ({ seenAt }) => <Time at={seenAt} relative /> },
];

const TOKEN_COLUMNS: readonly Column<Token>[] = [
  { head: uiTexts.description, cell: ({ description }) => description },
  { head: texts.lastSeen, cell: ({ seenAt }) => <Time at={seenAt} relative /> },
];

const signInsQuery = (id: number) =>
  queryOptions({
    queryKey: ['people', 'sign-ins', id],
    queryFn: async ({ signal }) => {
      const params = { path: { id } };
      const [{ sessions }, { pats }, factor] = await Promise.all([
        bodyOf(api.GET('/api/admin/user-admin/{id}/sessions', { params, signal })),
        bodyOf(api.GET('/api/admin/user-admin/{id}/access-tokens', { params, signal })),
        bodyOf(api.GET('/api/admin/user-admin/{id}/second-factor', { params, signal })),
      ]);
      return { sessions, tokens: pats, factor };
    },
  });

/** Sessions, personal tokens and second factor of a user. */
export function UserSignIns({ id, name, show }: UserSignInsProps) {
  const params = { path: { id } };
  const { data, error, refetch } = useQuery(signInsQuery(id));
  if (!data)
    return error ? <FailureNotice error={error} retry={() => void refetch()} /> : <Loading />;
  return (
    <>
      <Heading text={texts.secondFactor} />
      <p>{data.factor.enabled ? texts.hasFactor : texts.noFactor}</p>
      {data.factor.enabled && (
        <EndButton
          label={texts.removeFactor}
          title={texts.removeFactorTitle(name)}
          hint={texts.removeFactorHint}
          done={texts.factorRemoved}
          send={() => bodyOf(api.DELETE('/api/admin/user-admin/{id}/second-factor', { params }))}
          show={show}
        />
      )}
      <Heading text={texts.sessions} />
      <Listing
        name="sessions."
        label={texts.sessions}
        items={data.sessions}
        columns={SESSION_COLUMNS}
        keyOf={(session) => session.id}
        searched={({ userAgent, address }) => `${userAgent ?? ''} ${address ?? ''}`}
        empty={<p>{texts.noSessions}</p>}
      />
      {data.sessions.length > 0 && (
        <EndButton
          label={texts.endSessions}
          title={texts.endSessionsTitle(name)}
          hint={texts.endSessionsHint}
          done={texts.sessionsEnded}
          send={() => bodyOf(api.DELETE('/api/admin/user-admin/{id}/sessions', { params }))}
          show={show}
        />
      )}
      <Heading text={texts.tokens} />
      <Listing
        name="tokens."
        label={texts.tokens}
        items={data.tokens}
        columns={TOKEN_COLUMNS}
        keyOf={(token) => token.id}
        searched={({ description }) => description}
        empty={<p>{texts.noTokens}</p>}
        actions={(token) => <DeleteTokenButton user={id} token={token.id} />}
      />
    </>
  );
}

function Heading({ text }: { text: string }) {
  return (
    <Title order={2} size="h4" mt="lg" mb="xs">
      {text}
    </Title>
  );
}

function DeleteTokenButton({ user, token }: { user: number; token: number }) {
  const remove = useAction(
    () =>
      bodyOf(
        api.DELETE('/api/admin/user-admin/{id}/access-tokens/{tokenId}', {
          params: { path: { id: user, tokenId: token } },
        }),
      ),
    { done: texts.tokenDeleted, outdates: ['people'] },
  );
  return (
    <RowButton isDangerous needs="ADMIN" loading={remove.isPending} onClick={() => remove.mutate()}>
      {uiTexts.remove}
    </RowButton>
  );
}

interface EndButtonProps {
  label: string;
  title: string;
  hint: string;
  done: string;
  send: () => Promise<unknown>;
  show: (render: RenderDialog) => void;
}

/** Ends something of a user, after a dialog that says what that means. */
function EndButton({ label, hint, show, ...dialog }: EndButtonProps) {
  return (
    <PermittedButton
      mt="sm"
      variant="default"
      needs="ADMIN"
      onClick={() =>
        show((close) => (
          <RemovalDialog {...dialog} action={dialog.title} outdates={['people']} onClose={close}>
            <p>{hint}</p>
          </RemovalDialog>
        ))
      }
    >
      {label}
    </PermittedButton>
  );
}
