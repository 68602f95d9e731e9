import { shellTexts } from '../texts/shell.js';

/** Links in the account menu, as paths below the base path. */
export const ACCOUNT_LINKS: readonly { label: string; href: string }[] = [
  { label: shellTexts.docs, href: '/docs' },
];
