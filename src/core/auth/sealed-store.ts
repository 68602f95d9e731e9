import type { Statement } from '../../platform/database/statement.js';

/** Rows with encrypted texts, which a change of the key encrypts again. */
export interface SealedStore {
  /** What is encrypted, in the plural. */
  readonly what: string;
  /** Reads rows after a key, in order of their keys. */
  readonly read: Statement<
    readonly [after: string, most: number],
    { key: string; content: string }
  >;
  /** Replaces the content of a row, unless it has changed; returns a row if it did. */
  readonly replace: Statement<readonly [key: string, before: string, after: string], object>;
  /**
   * The content after `reseal` has replaced each encrypted text; it also gets the text's purpose.
   */
  readonly resealed: (row: { key: string; content: string }, reseal: Reseal) => Promise<string>;
}

/** Encrypts a text again; returns it unchanged if that is not necessary. */
type Reseal = (purpose: string, sealed: string) => Promise<string>;

/** Encrypts the given properties of a JSON object again; missing ones are skipped. */
export async function resealedIn(
  json: string,
  purposes: Readonly<Record<string, string>>,
  reseal: Reseal,
): Promise<string> {
  const object = JSON.parse(json) as Record<string, unknown>;
  for (const [property, purpose] of Object.entries(purposes)) {
    const sealed = object[property];
    if (typeof sealed === 'string') object[property] = await reseal(purpose, sealed);
  }
  return JSON.stringify(object);
}
