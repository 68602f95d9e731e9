import { Burger, Button } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { lazy, Suspense } from 'react';
import { Link } from '../router/link.js';
import { usePath } from '../router/location.js';
import { openPalette } from '../palette/palette-store.js';
import { useMe } from '../session/me.js';
import { isAllowed } from '../session/permissions.js';
import { shellTexts } from '../../texts/shell.js';
import { Hidden } from '../../kit/hidden.js';
import { Icon } from '../../kit/icon.js';
import { Mark } from '../../kit/mark.js';
import { useLater } from '../../kit/use-later.js';
import { AccountMenu } from './account-menu.js';
import { NAVIGATION } from './navigation.js';
import styles from './shell.module.css';

const IS_MAC = /Mac|iPhone|iPad/.test(navigator.userAgent);

/** What a page needs first is loaded before the number of notifications. */
const COUNT_MS = 3_000;
const FreshCount = lazy(async () => ({
  default: (await import('../../pages/instance/notifications/fresh-count.js')).FreshCount,
}));

/** Name, navigation, search, notifications and account. */
export function Header() {
  const [isOpen, menu] = useDisclosure(false);
  const isLater = useLater(COUNT_MS);
  return (
    <header className={styles.header}>
      <Burger
        className={styles.menuButton}
        size="sm"
        opened={isOpen}
        aria-expanded={isOpen}
        aria-label={shellTexts.menu}
        onClick={menu.toggle}
      />
      <Link to="/" className={styles.product}>
        <Mark />
        <span className={styles.productName}>{shellTexts.product}</span>
      </Link>
      <Links isOpen={isOpen} onChoice={menu.close} />
      <span className={styles.spacer} />
      <Button
        variant="default"
        size="sm"
        className={styles.search}
        leftSection={<Icon name="search" />}
        onClick={openPalette}
        aria-keyshortcuts="Control+K Meta+K"
      >
        <span className={styles.wide}>{shellTexts.search}</span>
        <span className={styles.narrow}>{shellTexts.searchShort}</span>
        <span className={styles.keys} aria-hidden>
          {shellTexts.searchKeys(IS_MAC)}
        </span>
      </Button>
      <Link to="/notifications" className={styles.bell} title={shellTexts.notifications}>
        <Icon name="bell" />
        <Hidden>{shellTexts.notifications}</Hidden>
        {isLater && (
          <Suspense>
            <FreshCount />
          </Suspense>
        )}
      </Link>
      <AccountMenu />
    </header>
  );
}

function Links({ isOpen, onChoice }: { isOpen: boolean; onChoice: () => void }) {
  const me = useMe();
  const path = usePath();
  const shown = NAVIGATION.filter(({ needs }) => !needs || isAllowed(me, needs));
  // What no other entry leads to is below the last one, except for what is personal.
  const others = [...NAVIGATION.slice(1), { to: '/profile' }, { to: '/notifications' }];
  const isMinor = path !== '/' && !others.some(({ to }) => path.startsWith(to));
  return (
    <nav
      aria-label={shellTexts.navigation}
      className={styles.links}
      data-open={isOpen || undefined}
    >
      {shown.map(({ label, to, icon }, index) => (
        <Link
          key={to}
          to={to}
          className={styles.link}
          data-current={(isMinor && index === shown.length - 1) || undefined}
          onClick={onChoice}
        >
          <Icon name={icon} />
          {label}
        </Link>
      ))}
    </nav>
  );
}
