import type { Tx } from '../../core/event/tx.js';
import { NameExistsError } from '../../platform/errors/general.errors.js';
import { FIND_FREE_ID } from './project.sql.js';

/**
 * Words that are used in paths in place of ids, such as `/projects/archive/{id}`; matched ignoring
 * case, as paths are.
 */
export const RESERVED = ['archive', 'revive', 'roles'];
/** URL-safe characters, without `.`, `..` and reserved words. */
export const PROJECT_ID = new RegExp(
  `^(?!(\\.{1,2}|${RESERVED.map(anyCase).join('|')})$)[A-Za-z0-9_~.-]*$`,
);
export const PROJECT_ID_WANTED =
  'made of letters, digits and _ ~ . -, and not one of . .. ' + RESERVED.join(' ');

const ATTEMPTS = 10;

/** An id derived from a name: `Große Pläne!` becomes `grosse-plane`. */
function idLike(name: string): string {
  const ascii = name.replaceAll('ß', 'ss').normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase();
  const id = ascii.replace(/[^a-z0-9]+/g, '-').slice(0, 90);
  return id.replace(/^-+|-+$/g, '') || 'project';
}

/**
 * Finds a free id similar to a name, and calls `insert` until it succeeds, because a concurrent
 * transaction may take the id.
 * @throws NameExistsError when too many similar ids are taken.
 */
export async function underFreeId(
  tx: Tx,
  name: string,
  insert: (id: string) => Promise<boolean>,
): Promise<string> {
  const id = idLike(name);
  for (let attempt = 1; attempt <= ATTEMPTS; attempt++) {
    const [free] = await tx.query(FIND_FREE_ID, [
      id,
      [...RESERVED, ...(tx.actor.hiddenProjects ?? [])],
    ]);
    if (!free) break;
    if (await insert(free.id)) return free.id;
  }
  throw new NameExistsError(
    `No free id could be derived from the name "${name}". Choose another name, or set an id.`,
  );
}

function anyCase(word: string): string {
  return word.replace(/[a-z]/g, (letter) => `[${letter}${letter.toUpperCase()}]`);
}

/** The error for a project id that is taken. */
export function idTaken(id: string): NameExistsError {
  return new NameExistsError(`A project with the id "${id}" already exists.`);
}
