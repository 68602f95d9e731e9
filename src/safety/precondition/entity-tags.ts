import { BadDataError } from '../../platform/errors/general.errors.js';
import { ANY } from '../../platform/http/tagged.js';

const TAG = String.raw`(?:W/)?"[\x21\x23-\x7e\x80-\xff]*"`;
/** A list may have empty elements (RFC 9110, section 5.6.1.2). */
const LIST = new RegExp(String.raw`^[\s,]*${TAG}(?:\s*,[\s,]*${TAG})*[\s,]*$`);

/** The version that a tag names. */
export interface VersionTag {
  readonly kind: string;
  readonly version: string;
}

/**
 * The strong tags of an `If-Match` header; {@link ANY} for any. Weak tags never match, so they are
 * left out (RFC 9110, section 13.1.1).
 * @throws BadDataError when the header is malformed.
 */
export function versionTagsIn(header: string): typeof ANY | VersionTag[] {
  if (header.trim() === ANY) return ANY;
  if (!LIST.test(header))
    throw new BadDataError(
      'The header If-Match must be * or a list of entity tags in double quotes, such as the ' +
        'value of the ETag header of a GET.',
    );
  return [...header.matchAll(/(W\/)?"([^"]*)"/g)]
    .filter(([, weak]) => weak === undefined)
    .map(([, , tag]) => {
      const [kind = '', version = ''] = tag!.split(':');
      return { kind, version };
    });
}
