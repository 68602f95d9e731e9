import { BadDataError } from '../../platform/errors/general.errors.js';

/**
 * Parses tags in the form `type:value`.
 * @throws BadDataError when one is malformed.
 */
export function parseTags(texts: readonly string[] | undefined): { type: string; value: string }[] {
  return (texts ?? []).map((text) => {
    const colon = text.indexOf(':');
    if (colon < 1) throw new BadDataError(`A tag must have the form type:value, not "${text}".`);
    return { type: text.slice(0, colon), value: text.slice(colon + 1) };
  });
}
