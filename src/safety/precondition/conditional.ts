import type { Request } from 'express';
import { BadDataError } from '../../platform/errors/general.errors.js';
import { isAdminPath, type Operation } from '../../platform/http/operation.js';
import { ANY } from '../../platform/http/tagged.js';
import {
  CREATIONS,
  KEYS,
  type Kind,
  VERSIONED_READS,
  VERSIONED_WRITES,
  type VersionedOperation,
} from '../../platform/http/versioned-operations.js';

const TAG = String.raw`(?:W/)?"[\x21\x23-\x7e\x80-\xff]*"`;
/** A list may have empty elements (RFC 9110, section 5.6.1.2). */
const LIST = new RegExp(String.raw`^[\s,]*${TAG}(?:\s*,[\s,]*${TAG})*[\s,]*$`);

/** The version that a tag names. */
interface VersionTag {
  readonly kind: string;
  readonly version: string;
}

/**
 * The strong tags of an `If-Match` header; {@link ANY} for any. Weak tags never match, so they are
 * left out (RFC 9110, section 13.1.1).
 * @throws BadDataError when the header is malformed.
 */
function versionTagsIn(header: string): typeof ANY | VersionTag[] {
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

/** The key of an object, as the path has it. */
export type Keys = readonly (string | null)[];

/** A write that is only carried out on certain versions of its object. */
export interface Conditional {
  /** The kinds of objects whose versions count, the object of the operation first. */
  readonly kinds: readonly [Kind, ...Kind[]];
  readonly keyOf: (kind: Kind) => Keys;
  readonly tags: typeof ANY | readonly VersionTag[];
  /** URL that reads the current state. */
  readonly readAt: string | undefined;
}

/** Operations whose handler reads the version together with the object. */
const READ_BY_HANDLER: ReadonlySet<string> = new Set(['getFeature']);

/** The object whose version a read notes before its handler reads it; undefined for others. */
export function versionedReadOf(
  request: Request,
  { id }: Operation,
): { kind: Kind; keys: Keys } | undefined {
  const kind = VERSIONED_READS[id];
  if (kind === undefined || READ_BY_HANDLER.has(id) || !isGet(request)) return undefined;
  return { kind, keys: keysOf(KEYS[kind], undefined, request) };
}

/**
 * What `If-Match` of a write requires; undefined without it.
 * @throws BadDataError when the header is malformed, or the operation does not support it.
 */
export function conditionalOf(request: Request, operation: Operation): Conditional | undefined {
  const match = request.headers['if-match'];
  if (match === undefined || !isAdminWrite(request, operation)) return undefined;
  const versioned = VERSIONED_WRITES[operation.id];
  if (!versioned)
    throw new BadDataError(
      'This operation does not support the header If-Match. Nothing was changed.',
    );
  return {
    kinds: versioned.kinds,
    keyOf: (kind) => keysOf(KEYS[kind], versioned, request),
    tags: versionTagsIn(match),
    readAt: readAt(versioned, request),
  };
}

/**
 * Whether `If-None-Match` of a write requires that nothing has the name yet.
 * @throws BadDataError unless the operation creates something, and the header is `*`.
 */
export function mustCreate(request: Request, operation: Operation): boolean {
  const noneMatch = request.headers['if-none-match'];
  if (noneMatch === undefined || !isAdminWrite(request, operation)) return false;
  requireCreation(operation.id, noneMatch);
  return true;
}

function isAdminWrite({ path }: Request, { isRead }: Operation): boolean {
  return !isRead && isAdminPath(path);
}

function isGet({ method }: Request): boolean {
  return method === 'GET' || method === 'HEAD';
}

/** @throws BadDataError unless the operation creates something, and the header is `*`. */
function requireCreation(id: string, noneMatch: string): void {
  if (!CREATIONS.has(id))
    throw new BadDataError(
      'This operation does not support the header If-None-Match. Nothing was changed.',
    );
  if (noneMatch.trim() !== ANY)
    throw new BadDataError(
      'The header If-None-Match of a creation must be *. Nothing was changed.',
    );
}

function keysOf(
  names: readonly string[],
  operation: VersionedOperation | undefined,
  { params }: Request,
): (string | null)[] {
  return names.map((name) => {
    const value = params[operation?.rename?.[name] ?? name];
    return typeof value === 'string' ? value : null;
  });
}

/** The URL that reads the object: that of the request without its last segments. */
function readAt({ up, without, then }: VersionedOperation, { originalUrl }: Request): string {
  const segments = originalUrl.split('?')[0]!.replace(/\/+$/, '').split('/');
  const own = segments.slice(0, segments.length - up);
  if (without !== undefined && own.at(-2) === without) own.splice(-2, 1);
  return [...own, ...(then === undefined ? [] : [then])].join('/');
}
