const UUID = '[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}';
const ID = new RegExp(`^${UUID}$`, 'i');
/**
 * Asterisks in the place of a secret, or of a part of one, however many: other programs mask with
 * more or fewer.
 */
const MASKED = /(^|\.)\*$|\*\*/;
const MASKED_ID = new RegExp(`\\.\\*{4}-(${UUID})$`);

/** How a path names a token. */
export type TokenReference =
  /** By its secret. */
  | { secret: string }
  | { id: string }
  /**
   * By the secret as lists show it, which ends in the id. There is no id in what older versions
   * have shown, which names no token.
   */
  | { masked: string; id: string | undefined };

/** Reads how a path names a token. */
export function tokenReference(text: string): TokenReference {
  if (ID.test(text)) return { id: text };
  return MASKED.test(text) ? { masked: text, id: MASKED_ID.exec(text)?.[1] } : { secret: text };
}
