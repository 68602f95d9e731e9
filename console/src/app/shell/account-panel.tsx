import { useMantineColorScheme, type MantineColorScheme } from '@mantine/core';
import { basePath } from '../../api/base-path.js';
import { accountTexts as texts } from '../../texts/account.js';
import { Link } from '../router/link.js';
import { ACCOUNT_LINKS } from './account-links.js';
import styles from './account-menu.module.css';
import { LanguageChoice } from './language-choice.js';

const SCHEMES: readonly [MantineColorScheme, string][] = [
  ['light', texts.light],
  ['dark', texts.dark],
  ['auto', texts.auto],
];

/** What the account menu offers, which is loaded after the first page. */
export function AccountPanel({ close }: { close: () => void }) {
  return (
    <>
      <ThemeChoice />
      <LanguageChoice />
      {ACCOUNT_LINKS.map(({ label, href, isOutside }) =>
        isOutside ? (
          <a key={href} className={styles.item} href={`${basePath}${href}`}>
            {label}
          </a>
        ) : (
          <Link key={href} to={href} className={styles.item} onClick={close}>
            {label}
          </Link>
        ),
      )}
      <form method="post" action={`${basePath}/logout`}>
        <button type="submit" className={styles.item}>
          {texts.signOut}
        </button>
      </form>
    </>
  );
}

function ThemeChoice() {
  const { colorScheme, setColorScheme } = useMantineColorScheme({ keepTransitions: true });
  return (
    <fieldset className={styles.themes}>
      <legend>{texts.theme}</legend>
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
