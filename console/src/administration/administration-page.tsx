import { MINOR_NAVIGATION } from '../shell/minor-navigation.js';
import { useMe } from '../session/me.js';
import { isAllowed } from '../session/permissions.js';
import { Link } from '../router/link.js';
import { shellTexts as texts } from '../texts/shell.js';
import { Page } from '../ui/page.js';
import styles from './administration.module.css';

/** Leads to the pages that are too many for the header. */
export function AdministrationPage() {
  const me = useMe();
  const shown = MINOR_NAVIGATION.filter(({ needs }) => !needs || isAllowed(me, needs));
  return (
    <Page title={texts.administration}>
      <ul className={styles.links}>
        {shown.map(({ label, to }) => (
          <li key={to}>
            <Link to={to} className={styles.link}>
              {label}
            </Link>
          </li>
        ))}
      </ul>
    </Page>
  );
}
