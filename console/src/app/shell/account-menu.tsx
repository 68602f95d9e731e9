import { useEffect, useRef, useState } from 'react';
import { lazyComponent } from '../../kit/lazy-component.js';
import { nameOf, useMe } from '../session/me.js';
import { shellTexts } from '../../texts/shell.js';
import styles from './account-menu.module.css';

const AccountPanel = lazyComponent(async () => (await import('./account-panel.js')).AccountPanel);

/** Who is signed in, the theme, the language, links and the sign-out. */
export function AccountMenu() {
  const name = nameOf(useMe());
  const details = useRef<HTMLDetailsElement>(null);
  const [isOpen, setOpen] = useState(false);
  useClosing(details);
  return (
    <details
      ref={details}
      className={styles.menu}
      onToggle={({ currentTarget: { open } }) => setOpen(open)}
    >
      <summary className={styles.button} aria-label={`${shellTexts.account}: ${name}`}>
        {name.slice(0, 1).toUpperCase()}
      </summary>
      <div className={styles.panel}>
        <p className={styles.name}>{name}</p>
        {isOpen && <AccountPanel close={() => details.current?.removeAttribute('open')} />}
      </div>
    </details>
  );
}

/** Closes the menu with Escape and by a click elsewhere. */
function useClosing(details: React.RefObject<HTMLDetailsElement | null>): void {
  useEffect(() => {
    const close = (event: Event): void => {
      const menu = details.current;
      if (!menu?.open) return;
      const isEscape = event instanceof KeyboardEvent && event.key === 'Escape';
      if (event instanceof KeyboardEvent ? !isEscape : menu.contains(event.target as Node)) return;
      menu.open = false;
      if (isEscape) menu.querySelector('summary')?.focus();
    };
    document.addEventListener('keydown', close);
    document.addEventListener('click', close);
    return () => {
      document.removeEventListener('keydown', close);
      document.removeEventListener('click', close);
    };
  }, [details]);
}
