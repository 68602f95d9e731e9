import { Alert, Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { api, bodyOf } from '../../../api/client.js';
import { profileTexts as texts } from '../../../texts/profile.js';
import { Facts } from '../../../kit/facts.js';
import { RemovalDialog } from '../../../kit/removal-dialog.js';
import { SecretDialog } from '../../../kit/secret.js';
import { FailureNotice, Loading } from '../../../kit/states.js';
import { Time } from '../../../kit/time.js';
import type { RenderDialog } from '../../../kit/use-dialog.js';
import { AuthenticatorDialog } from './authenticator-dialog.js';
import { PasskeyList } from './passkey-list.js';
import { secondFactorQuery } from './profile-queries.js';
import { Section } from './section.js';

export type Show = (render: RenderDialog) => void;

/** Authenticator app, passkeys and recovery codes of the person. */
export function SecondFactorSection({ show }: { show: Show }) {
  const { data, error, refetch } = useQuery(secondFactorQuery);
  if (!data) {
    return (
      <Section title={texts.factor} intro={texts.factorIntro}>
        {error ? <FailureNotice error={error} retry={() => void refetch()} /> : <Loading />}
      </Section>
    );
  }
  return (
    <>
      <Section title={texts.factor} intro={texts.factorIntro}>
        {!data.enabled && (
          <Alert role="note" color={data.required ? 'orange' : 'gray'} mb="md">
            {data.required && `${texts.factorRequired} `}
            {texts.factorOff}
          </Alert>
        )}
        <Facts
          facts={[
            [texts.app, <App key="app" addedAt={data.totp?.createdAt} show={show} />],
            ...(data.enabled
              ? [
                  [
                    texts.recovery,
                    <Recovery key="recovery" left={data.recoveryCodesLeft} show={show} />,
                  ] as const,
                ]
              : []),
          ]}
        />
      </Section>
      <PasskeyList passkeys={data.passkeys} show={show} />
    </>
  );
}

function App({ addedAt, show }: { addedAt: string | undefined; show: Show }) {
  if (addedAt === undefined) {
    return (
      <Button
        size="xs"
        onClick={() =>
          show((close) => (
            <AuthenticatorDialog onActive={(codes) => showCodes(show, codes)} onClose={close} />
          ))
        }
      >
        {texts.setUpApp}
      </Button>
    );
  }
  return (
    <>
      {texts.addedAt} <Time at={addedAt} />{' '}
      <Button
        size="xs"
        variant="default"
        aria-label={texts.removeApp}
        onClick={() => show((close) => <RemoveApp onClose={close} />)}
      >
        {texts.remove}
      </Button>
    </>
  );
}

function RemoveApp({ onClose }: { onClose: () => void }) {
  return (
    <RemovalDialog
      title={texts.removeApp}
      action={texts.removeApp}
      done={texts.appRemoved}
      outdates={['profile']}
      onClose={onClose}
      send={() => bodyOf(api.DELETE('/api/admin/user/second-factor/totp'))}
    >
      {texts.removeAppHint}
    </RemovalDialog>
  );
}

function Recovery({ left, show }: { left: number; show: Show }) {
  return (
    <>
      {texts.recoveryLeft(left)}{' '}
      <Button
        size="xs"
        variant="default"
        onClick={() => show((close) => <RenewCodes show={show} onClose={close} />)}
      >
        {texts.renewRecovery}
      </Button>
    </>
  );
}

function RenewCodes({ show, onClose }: { show: Show; onClose: () => void }) {
  return (
    <RemovalDialog
      title={texts.renewRecovery}
      action={texts.renewRecovery}
      outdates={['profile']}
      onClose={onClose}
      send={async () => {
        const path = '/api/admin/user/second-factor/recovery-codes';
        showCodes(show, (await bodyOf(api.POST(path))).recoveryCodes);
      }}
    >
      {texts.renewRecoveryHint}
    </RemovalDialog>
  );
}

/** Shows recovery codes, which the service does not show again; nothing for none. */
export function showCodes(show: Show, codes: readonly string[]): void {
  if (codes.length === 0) return;
  show((close) => (
    <SecretDialog
      title={texts.recoveryShown}
      label={texts.recovery}
      secret={codes.join('\n')}
      onClose={close}
    >
      {texts.recoveryHint}
    </SecretDialog>
  ));
}
