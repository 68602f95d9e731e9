import { Link } from '../router/link.js';
import { usePath } from '../router/location.js';
import { profileTexts as texts } from '../texts/profile.js';
import styles from './profile.module.css';

const LINKS = [
  { label: texts.links.profile, to: '/profile' },
  { label: texts.links.security, to: '/profile/security' },
  { label: texts.links.tokens, to: '/profile/tokens' },
];

/** Links between the pages of the personal settings. */
export function ProfileLinks() {
  const path = usePath();
  return (
    <nav aria-label={texts.title} className={styles.links}>
      {LINKS.map(({ label, to }) => (
        <Link
          key={to}
          to={to}
          className={styles.link}
          aria-current={path === to ? 'page' : undefined}
        >
          {label}
        </Link>
      ))}
    </nav>
  );
}
