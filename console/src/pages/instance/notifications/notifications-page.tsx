import { Badge, Button, Checkbox, NativeSelect } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { api, bodyOf } from '../../../api/client.js';
import { Link } from '../../../app/router/link.js';
import { useMe } from '../../../app/session/me.js';
import { notificationTexts as texts } from '../../../texts/notifications.js';
import { Page } from '../../../kit/page.js';
import { EmptyState, FailureNotice, Loading } from '../../../kit/states.js';
import { Time } from '../../../kit/time.js';
import { useAction } from '../../../kit/use-action.js';
import {
  chosenOf,
  type Kind,
  MOST,
  type Notification,
  notificationsQuery,
  type Settings,
  settingsQuery,
} from './notification-queries.js';
import styles from './notifications.module.css';

type Change = Partial<Pick<Settings, 'muted' | 'mailed' | 'mailRhythm'>> & { seenUntil?: string };

/** What may concern the person, newest first, and of what they want to be notified. */
export function NotificationsPage() {
  const { user } = useMe();
  const found = useQuery({ ...notificationsQuery(user.id), staleTime: 0 });
  const settings = useQuery(settingsQuery);
  const change = useChange();
  const { error } = [found, settings].find((one) => one.error && !one.data) ?? {};
  const chosen = found.data && settings.data && chosenOf(found.data, settings.data);
  const see = (): void => change({ seenUntil: new Date().toISOString() });
  return (
    <Page
      title={texts.title}
      intro={texts.intro}
      actions={
        <Button variant="default" disabled={!chosen?.fresh} onClick={see}>
          {texts.markSeen}
        </Button>
      }
    >
      {error && <FailureNotice error={error} retry={() => void found.refetch()} />}
      {chosen ? <Notifications chosen={chosen.chosen} /> : !error && <Loading />}
      {settings.data && <Kinds settings={settings.data} change={change} />}
    </Page>
  );
}

/** Changes the settings at once, and on the service. */
function useChange(): (change: Change) => void {
  const queries = useQueryClient();
  const save = useAction(
    (body: Change) => bodyOf(api.PUT('/api/admin/user/notification-settings', { body })),
    { outdates: ['notification-settings'] },
  );
  return (change) => {
    queries.setQueryData(settingsQuery.queryKey, (now) => now && { ...now, ...change });
    save.mutate(change);
  };
}

function Notifications({ chosen }: { chosen: readonly (Notification & { isNew: boolean })[] }) {
  if (chosen.length === 0) return <EmptyState title={texts.empty}>{texts.emptyHint}</EmptyState>;
  return (
    <>
      <ul className={styles.list} aria-label={texts.title}>
        {chosen.map(({ key, kind, at, text, to, isNew }) => (
          <li key={key} className={styles.item}>
            <Link to={to} className={styles.text}>
              {text}
            </Link>
            <div className={styles.about}>
              <span>{texts.kinds[kind]}</span>
              <Time at={at} relative />
              {isNew && (
                <Badge size="sm" variant="light">
                  {texts.isNew}
                </Badge>
              )}
            </div>
          </li>
        ))}
      </ul>
      {chosen.length >= MOST && <p className={styles.about}>{texts.most}</p>}
    </>
  );
}

interface KindsProps {
  settings: Settings;
  change: (change: Change) => void;
}

/** By which channel the person is notified of what. */
function Kinds({ settings, change }: KindsProps) {
  const { muted, mailed, mailRhythm, canBeMailed } = settings;
  const box = (
    kind: Kind,
    channel: keyof typeof texts.channels,
    checked: boolean,
    next: Change,
  ) => (
    <Checkbox
      className={styles.box}
      aria-label={texts.by(texts.kinds[kind], texts.channels[channel])}
      disabled={channel === 'mail' && !canBeMailed}
      checked={checked}
      onChange={() => change(next)}
    />
  );
  return (
    <section className={styles.kinds} aria-label={texts.kindsTitle}>
      <div className={styles.kind}>
        <h2 className={styles.kindsTitle}>{texts.kindsTitle}</h2>
        <span>{texts.channels.console}</span>
        <span>{texts.channels.mail}</span>
      </div>
      {settings.kinds.map(({ kind }) => (
        <div key={kind} className={styles.kind}>
          <span>{texts.kinds[kind]}</span>
          {box(kind, 'console', !muted.includes(kind), { muted: toggled(muted, kind) })}
          {box(kind, 'mail', mailed.includes(kind), { mailed: toggled(mailed, kind) })}
        </div>
      ))}
      {canBeMailed ? (
        <NativeSelect
          className={styles.rhythm}
          label={texts.rhythm}
          data={Object.entries(texts.rhythms).map(([value, label]) => ({ value, label }))}
          value={mailRhythm}
          onChange={({ currentTarget: { value } }) =>
            change({ mailRhythm: value as Settings['mailRhythm'] })
          }
        />
      ) : (
        <p className={styles.about}>{texts.noMail}</p>
      )}
    </section>
  );
}

const toggled = (kinds: readonly Kind[], kind: Kind): Kind[] =>
  kinds.includes(kind) ? kinds.filter((one) => one !== kind) : [...kinds, kind];
