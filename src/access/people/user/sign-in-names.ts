import { hashOf } from '../../../core/auth/caller/secret-hash.js';
import { BadDataError } from '../../../platform/errors/general.errors.js';
import type { Tx } from '../../../core/event/tx.js';
import {
  ADD_FREE_NAMES,
  CLAIM_NAMES,
  RELEASE_NAMES,
  RELEASE_NAMES_OF_DELETED,
  UNNAMED_ACCOUNTS,
} from './user-writer.sql.js';

/** Characters that are not displayed, or displayed as nothing. */
const INVISIBLE = /[\p{Default_Ignorable_Code_Point}\p{Cc}\p{Cf}\p{Co}\p{Cn}\u2800]/gu;

/** What identifies an account, besides its id. */
interface Named {
  username?: string | null | undefined;
  email?: string | null | undefined;
}

/**
 * The form in which two names are the same: without differences of letter case, width, invisible
 * characters and blanks. Only for comparing names, never for finding the account of an e-mail
 * address: mail systems distinguish addresses that look alike.
 */
export function normalName(name: string): string {
  const visible = name.normalize('NFKC').replace(INVISIBLE, '').replace(/\s+/gu, ' ').trim();
  // Upper case first, because a dotless i and a long s have an ASCII letter as upper case only.
  const folded = visible.toUpperCase().toLowerCase().replaceAll('i\u0307', 'i');
  return folded.normalize('NFKC');
}

/**
 * Makes names of an account unique among the user names and e-mail addresses of all accounts.
 * @param before The names it had; these stay, also when another account shares them.
 * @throws UserExistsError when another account has one of the new names.
 * @throws BadDataError when a new name has no visible characters.
 */
export async function changeSignInNames(
  userId: number,
  before: Named,
  after: Named,
  tx: Tx,
): Promise<void> {
  const [former, present] = [namesOf(before), namesOf(after)];
  const added = [...present].filter((name) => !former.has(name));
  const removed = [...former].filter((name) => !present.has(name));
  if (added.includes('')) throw new BadDataError('A name must contain visible characters.');
  if (removed.length > 0) await tx.query(RELEASE_NAMES, [userId, removed.map(hashOf)]);
  if (added.length === 0) return;
  // Names of accounts that the previous version deleted, while both served.
  await tx.query(RELEASE_NAMES_OF_DELETED, [added.map(hashOf)]);
  await tx.query(CLAIM_NAMES, [userId, added.sort().map(hashOf)]);
}

/**
 * Adds the names of accounts that have none: after the update to this version, a restore or a move.
 * @returns Ids of the accounts that keep a name which another account has, too.
 */
export async function addMissingSignInNames(tx: Tx): Promise<number[]> {
  const accounts = await tx.query(UNNAMED_ACCOUNTS);
  const names = accounts.flatMap(({ id, ...account }) =>
    [...namesOf(account)].map((name) => ({ id, hash: hashOf(name) })),
  );
  if (names.length === 0) return [];
  const columns = [names.map(({ id }) => id), names.map(({ hash }) => hash)] as const;
  const shared = await tx.query(ADD_FREE_NAMES, [...columns]);
  return shared.map(({ id }) => id);
}

function namesOf({ username, email }: Named): Set<string> {
  return new Set([username, email].flatMap((name) => (name ? [normalName(name)] : [])));
}

/**
 * Lower-cases a name for case-insensitive comparison. Non-ASCII letters are never mapped to ASCII,
 * such as the Kelvin sign to `k`, because mail systems distinguish such addresses.
 */
export function foldCase(text: string): string {
  return text.replace(/./gsu, (letter) => {
    const lower = letter.toLowerCase();
    return isAscii(lower) && !isAscii(letter) ? letter : lower;
  });
}

const isAscii = (text: string): boolean =>
  [...text].every((letter) => letter.codePointAt(0)! < 0x80);
