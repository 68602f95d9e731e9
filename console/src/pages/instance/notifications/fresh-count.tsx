import { useQuery } from '@tanstack/react-query';
import { useMe } from '../../../app/session/me.js';
import { notificationTexts as texts } from '../../../texts/notifications.js';
import { Hidden } from '../../../kit/hidden.js';
import { chosenOf, notificationsQuery, settingsQuery } from './notification-queries.js';
import styles from './notifications.module.css';

const MOST_SHOWN = 9;

/** How many notifications are new; nothing when none are. */
export function FreshCount() {
  const { user } = useMe();
  const { data: all } = useQuery({ ...notificationsQuery(user.id), retry: false });
  const { data: settings } = useQuery({ ...settingsQuery, retry: false });
  const fresh = all && settings ? chosenOf(all, settings).fresh : 0;
  if (fresh === 0) return null;
  return (
    <span className={styles.count}>
      {fresh > MOST_SHOWN ? `${MOST_SHOWN}+` : fresh}
      <Hidden>{texts.isNew}</Hidden>
    </span>
  );
}
