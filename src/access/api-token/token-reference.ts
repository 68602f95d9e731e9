const UUID = '[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}';
const ID = new RegExp(`^${UUID}$`, 'i');
/**
 * Matches a masked secret. Other programs mask with other numbers of asterisks, so any number
 * matches.
 */
const MASKED = /(^|\.)\*$|\*\*/;
const MASKED_ID = new RegExp(`\\.\\*{4}-(${UUID})$`);

/** A token as named in a path. */
export type TokenReference =
  /** By its full secret. */
  | { secret: string }
  | { id: string }
  /**
   * By its masked secret, which ends in the id. Secrets that older versions masked contain no id
   * and match no token.
   */
  | { masked: string; id: string | undefined };

/** Parses the token in a path. */
export function tokenReference(text: string): TokenReference {
  if (ID.test(text)) return { id: text };
  return MASKED.test(text) ? { masked: text, id: MASKED_ID.exec(text)?.[1] } : { secret: text };
}
