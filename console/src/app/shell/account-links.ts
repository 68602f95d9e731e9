import { accountTexts } from '../../texts/account.js';

interface AccountLink {
  label: string;
  /** A path below the base path. */
  href: string;
  /** Whether it leads out of the console. */
  isOutside?: true;
}

/** Links in the account menu. */
export const ACCOUNT_LINKS: readonly AccountLink[] = [
  { label: accountTexts.profile, href: '/profile' },
  { label: accountTexts.docs, href: '/docs', isOutside: true },
];
