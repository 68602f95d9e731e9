import { Badge, Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { api, bodyOf } from '../../../api/client.js';
import { profileTexts as texts } from '../../../texts/profile.js';
import { type Column, Listing } from '../../../kit/listing.js';
import { Page } from '../../../kit/page.js';
import { RowRemoval } from '../../../kit/row-removal.js';
import { SecretDialog } from '../../../kit/secret.js';
import { EmptyState, FailureNotice, Loading } from '../../../kit/states.js';
import { Time } from '../../../kit/time.js';
import { type RenderDialog, useDialog } from '../../../kit/use-dialog.js';
import { ProfileLinks } from './profile-links.js';
import { type PersonalToken, personalTokensQuery } from './profile-queries.js';
import { TokenDialog } from './token-dialog.js';

const COLUMNS: readonly Column<PersonalToken>[] = [
  { head: texts.description, cell: ({ description }) => description },
  { head: texts.reach, cell: reachOf },
  { head: texts.createdAt, cell: ({ createdAt }) => <Time at={createdAt} /> },
  { head: texts.usedAt, cell: ({ seenAt }) => <Time at={seenAt} relative /> },
  {
    head: texts.expiry,
    cell: ({ expiresAt }) => (
      <>
        <Time at={expiresAt} />{' '}
        {Date.parse(expiresAt) < Date.now() && (
          <Badge color="orange" variant="light">
            {texts.expired}
          </Badge>
        )}
      </>
    ),
  },
];

/** The personal tokens of the person. */
export function TokensPage() {
  const [dialog, show] = useDialog();
  const { data, error, refetch } = useQuery(personalTokensQuery);
  const showSecret = ({ description, secret }: PersonalToken): void =>
    show((close) => (
      <SecretDialog
        title={description}
        label={texts.tokenShown}
        secret={secret ?? ''}
        onClose={close}
      />
    ));
  const create = (
    <Button onClick={() => show((close) => <TokenDialog onCreated={showSecret} onClose={close} />)}>
      {texts.newToken}
    </Button>
  );
  return (
    <Page title={texts.tokens} intro={texts.tokensIntro} actions={create}>
      <ProfileLinks />
      {error && <FailureNotice error={error} retry={() => void refetch()} />}
      {!data && !error && <Loading />}
      {data && (
        <Listing
          label={texts.tokens}
          items={data.pats}
          columns={COLUMNS}
          keyOf={({ id }) => id}
          searched={({ description }) => description}
          empty={<EmptyState title={texts.noTokens}>{texts.noTokensHint}</EmptyState>}
          actions={(token) => <Revocation token={token} show={show} />}
        />
      )}
      {dialog}
    </Page>
  );
}

interface RevocationProps {
  token: PersonalToken;
  show: (render: RenderDialog) => void;
}

function Revocation({ token, show }: RevocationProps) {
  const params = { path: { id: token.id } };
  return (
    <RowRemoval
      label={texts.revoke}
      aria-label={texts.revokeOf(token.description)}
      show={show}
      title={texts.revokeOf(token.description)}
      done={texts.revoked(token.description)}
      outdates={['profile']}
      send={() => bodyOf(api.DELETE('/api/admin/user/tokens/{id}', { params }))}
    >
      {texts.revokeHint}
    </RowRemoval>
  );
}

function reachOf({ scope, allowedAddresses = [] }: PersonalToken): string {
  if (!scope && allowedAddresses.length === 0) return texts.allReach;
  const { readOnly, proposeOnly, projects, environments } = scope ?? {};
  const kinds = [readOnly ? texts.readOnly : '', proposeOnly ? texts.proposeOnly : ''];
  const places = [...(projects ?? []), ...(environments ?? []), ...allowedAddresses];
  return [...kinds, ...places].filter(Boolean).join(', ');
}
