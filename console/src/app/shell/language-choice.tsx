import { api, type Schemas } from '../../api/client.js';
import { basePath } from '../../api/base-path.js';
import { LANGUAGE } from '../../texts/format.js';
import { accountTexts } from '../../texts/account.js';
import styles from './account-menu.module.css';

const YEAR_SECONDS = 31_536_000;
/** The languages of the build, by their codes. */
const LANGUAGES =
  document.querySelector<HTMLMetaElement>('meta[name="languages"]')?.content.split(' ') ?? [];

/**
 * The language of the console in this browser: the service answers with the page in it. Mails are
 * in the one that was chosen last.
 */
export function LanguageChoice() {
  if (LANGUAGES.length < 2) return null;
  return (
    <label className={styles.language}>
      {accountTexts.language}
      <select value={LANGUAGE} onChange={({ target: { value } }) => choose(value)}>
        {LANGUAGES.map((code) => (
          <option key={code} value={code} lang={code}>
            {nameOf(code)}
          </option>
        ))}
      </select>
    </label>
  );
}

/** What a language calls itself, such as `Deutsch`. */
function nameOf(code: string): string {
  const name = new Intl.DisplayNames(code, { type: 'language' }).of(code) ?? code;
  return name.charAt(0).toLocaleUpperCase(code) + name.slice(1);
}

function choose(code: string): void {
  const secure = window.location.protocol === 'https:' ? '; secure' : '';
  document.cookie =
    `console-language=${code}; path=${basePath || '/'}; ` +
    `max-age=${YEAR_SECONDS}; samesite=lax${secure}`;
  const language = code as Schemas['LanguageDto']['language'];
  // The page says itself what is wrong when the service does not answer.
  const reload = (): void => window.location.reload();
  void api.PUT('/api/admin/user/language', { body: { language } }).then(reload, reload);
}
