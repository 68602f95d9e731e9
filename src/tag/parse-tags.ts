import { BadDataError } from '../errors/general.errors.js';

/**
 * Reads tags as queries write them, `type:value`. @throws BadDataError when one is written
 * otherwise.
 */
export function parseTags(texts: readonly string[] | undefined): { type: string; value: string }[] {
  return (texts ?? []).map((text) => {
    const colon = text.indexOf(':');
    if (colon < 1) throw new BadDataError(`A tag is written as type:value, not as "${text}".`);
    return { type: text.slice(0, colon), value: text.slice(colon + 1) };
  });
}
