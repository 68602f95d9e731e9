import { shellTexts } from '../../texts/shell.js';

interface AccountLink {
  label: string;
  /** A path below the base path. */
  href: string;
  /** Whether it leads out of the console. */
  isOutside?: true;
}

/** Links in the account menu. */
export const ACCOUNT_LINKS: readonly AccountLink[] = [
  { label: shellTexts.profile, href: '/profile' },
  { label: shellTexts.docs, href: '/docs', isOutside: true },
];
