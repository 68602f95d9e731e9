import { useMantineColorScheme, type MantineColorScheme } from '@mantine/core';
import { useEffect, useRef } from 'react';
import { basePath } from '../../api/base-path.js';
import { Link } from '../router/link.js';
import { nameOf, useMe } from '../session/me.js';
import { shellTexts } from '../../texts/shell.js';
import styles from './account-menu.module.css';
import { ACCOUNT_LINKS } from './account-links.js';

const SCHEMES: readonly [MantineColorScheme, string][] = [
  ['light', shellTexts.light],
  ['dark', shellTexts.dark],
  ['auto', shellTexts.auto],
];

/** Who is signed in, the theme, links and the sign-out. */
export function AccountMenu() {
  const name = nameOf(useMe());
  const details = useRef<HTMLDetailsElement>(null);
  useClosing(details);
  return (
    <details ref={details} className={styles.menu}>
      <summary className={styles.button} aria-label={`${shellTexts.account}: ${name}`}>
        {name.slice(0, 1).toUpperCase()}
      </summary>
      <div className={styles.panel}>
        <p className={styles.name}>{name}</p>
        <ThemeChoice />
        {ACCOUNT_LINKS.map(({ label, href, isOutside }) =>
          isOutside ? (
            <a key={href} className={styles.item} href={`${basePath}${href}`}>
              {label}
            </a>
          ) : (
            <Link
              key={href}
              to={href}
              className={styles.item}
              onClick={() => details.current?.removeAttribute('open')}
            >
              {label}
            </Link>
          ),
        )}
        <form method="post" action={`${basePath}/logout`}>
          <button type="submit" className={styles.item}>
            {shellTexts.signOut}
          </button>
        </form>
      </div>
    </details>
  );
}

function ThemeChoice() {
  const { colorScheme, setColorScheme } = useMantineColorScheme({ keepTransitions: true });
  return (
    <fieldset className={styles.themes}>
      <legend>{shellTexts.theme}</legend>
      {SCHEMES.map(([scheme, label]) => (
        <label key={scheme} className={styles.theme}>
          <input
            type="radio"
            name="theme"
            checked={colorScheme === scheme}
            onChange={() => setColorScheme(scheme)}
          />
          {label}
        </label>
      ))}
    </fieldset>
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
