import { MAX_EMAILS } from './scim.dto.js';
import { invalid } from './scim-error.js';
import { type Filter, attributeOf, meets, parseFilter } from './scim-filter.js';

type Plain = Record<string, unknown>;

/** One change: of an attribute, of a part of it, of those of its values that meet a filter. */
export interface Change {
  op: 'add' | 'replace' | 'remove';
  /** Name of the attribute in lower case. */
  attribute: string;
  filter?: Filter;
  /** Name of the part in lower case. */
  part?: string;
  value: unknown;
}

/** The most operations of a patch, and the longest path. */
const MOST = { operations: 1000, path: 1000 } as const;
const PATH = /^([a-z$][a-z0-9$_-]*)(?:\[(.*)\])?(?:\.([a-z$][a-z0-9$_-]*))?$/is;
/** What only the service decides. Without a path it is ignored, because clients send it along. */
const READ_ONLY = new Set(['id', 'meta', 'schemas', 'groups']);

/**
 * The changes of a PATCH request. Directories differ: Okta sends an object without a path, Entra ID
 * capital letters and objects whose properties are paths.
 * @throws ScimError when it is not a valid patch.
 */
export function changesOf(body: unknown): Change[] {
  const { Operations: operations } = objectOf(body, 'The body');
  if (!Array.isArray(operations) || operations.length === 0)
    throw invalid('invalidSyntax', 'Operations must be a list with at least one operation.');
  if (operations.length > MOST.operations)
    throw invalid('tooMany', `A patch can have at most ${MOST.operations} operations.`);
  return operations.flatMap((one: unknown) => changesIn(objectOf(one, 'An operation')));
}

function changesIn({ op: given, path, value }: Plain): Change[] {
  const op = typeof given === 'string' ? given.toLowerCase() : undefined;
  if (op !== 'add' && op !== 'replace' && op !== 'remove')
    throw invalid('invalidSyntax', 'The op of an operation must be add, replace or remove.');
  if (typeof path === 'string' && path !== '') {
    const change = { op, ...pathOf(path), value } as const;
    if (READ_ONLY.has(change.attribute))
      throw invalid('mutability', `${path} cannot be changed: only the service decides it.`);
    return [change];
  }
  if (op === 'remove') throw invalid('noTarget', 'A remove operation needs a path.');
  return Object.entries(objectOf(value, 'The value of an operation without a path'))
    .filter(([name]) => !isSchema(name))
    .map(([name, part]): Change => ({ op, ...pathOf(name), value: part }))
    .filter(({ attribute }) => !READ_ONLY.has(attribute));
}

/** Entra ID sends the attributes of an extension in an object under the name of its schema. */
function isSchema(name: string): boolean {
  return /^urn:.*:(user|group)$/i.test(name);
}

function pathOf(path: string): Pick<Change, 'attribute' | 'filter' | 'part'> {
  const [, attribute, filter, part] =
    (path.length <= MOST.path && PATH.exec(attributeOfPath(path))) || [];
  if (!attribute) throw invalid('invalidPath', `The path ${path} is not valid.`);
  return {
    attribute: attribute.toLowerCase(),
    ...(filter === undefined ? {} : { filter: parseFilter(filter) }),
    ...(part ? { part: part.toLowerCase() } : {}),
  };
}

/** The path without its schema; what is between the brackets keeps its letters. */
function attributeOfPath(path: string): string {
  const start = path.split('[', 1)[0]!;
  return attributeOf(start) + path.slice(start.length);
}

/** Attributes of users by their names in lower case. */
const KNOWN = new Map(
  ['userName', 'externalId', 'name', 'displayName', 'emails', 'active'].map((name) => [
    name.toLowerCase(),
    name,
  ]),
);
const PARTS_OF_NAME = ['formatted', 'givenName', 'familyName'];
const PARTS_OF_EMAILS = ['value', 'type', 'primary'];

/**
 * A user after changes. Attributes that the service does not keep are ignored.
 * @throws ScimError when a change is not possible.
 */
export function patchedUser(user: Plain, changes: readonly Change[]): Plain {
  const patched = structuredClone(user);
  for (const change of changes) {
    const name = KNOWN.get(change.attribute);
    if (name === 'emails') patched['emails'] = few(patchedEmails(patched['emails'], change));
    else if (name === 'name') patchName(patched, change);
    else if (name) patchValue(patched, name, change);
  }
  return patched;
}

function patchValue(user: Plain, name: string, { op, value, filter, part }: Change): void {
  if (filter || part) throw invalid('invalidPath', `${name} has no parts.`);
  if (op === 'remove') delete user[name];
  else user[name] = name === 'active' ? flagOf(value) : value;
}

/** Entra ID sends "True" and "False". */
export function flagOf(value: unknown): unknown {
  return typeof value === 'string' && /^(true|false)$/i.test(value)
    ? value.toLowerCase() === 'true'
    : value;
}

function patchName(user: Plain, { op, value, part }: Change): void {
  if (!part) {
    if (op === 'remove') delete user['name'];
    else user['name'] = { ...plain(user['name']), ...plain(value) };
    return;
  }
  const known = PARTS_OF_NAME.find((one) => one.toLowerCase() === part);
  if (!known) return;
  const name = { ...plain(user['name']) };
  if (op === 'remove') delete name[known];
  else name[known] = value;
  user['name'] = name;
}

/** Each operation looks at all addresses, so that many of both would take seconds. */
function few(emails: Plain[]): Plain[] {
  if (emails.length <= MAX_EMAILS) return emails;
  throw invalid('tooMany', `A user can have at most ${MAX_EMAILS} emails.`);
}

function patchedEmails(before: unknown, change: Change): Plain[] {
  const emails = (Array.isArray(before) ? before : []) as Plain[];
  const { op, filter, part, value } = change;
  if (!filter && !part) {
    if (op === 'remove') return value === undefined ? [] : without(emails, listOf(value));
    return withOnePrimary(op === 'add' ? emails : [], listOf(value));
  }
  const isMeant = (email: Plain): boolean => !filter || meets(filter, email);
  if (op === 'remove')
    return part
      ? emails.flatMap((email) => (isMeant(email) ? withoutPart(email, part) : [email]))
      : emails.filter((email) => !isMeant(email));
  const changed = part ? partOf(part, value) : plain(value);
  if (emails.some(isMeant))
    return emails.map((email) => (isMeant(email) ? { ...email, ...changed } : email));
  // Entra ID adds an address by replacing what is not there yet.
  return [...emails, { ...impliedBy(filter), ...changed }];
}

function partOf(part: string, value: unknown): Plain {
  const known = PARTS_OF_EMAILS.find((one) => one.toLowerCase() === part);
  if (!known) return {};
  return { [known]: known === 'primary' ? flagOf(value) : value };
}

/** An address without its value is none. */
function withoutPart(email: Plain, part: string): Plain[] {
  if (part === 'value') return [];
  return [Object.fromEntries(Object.entries(email).filter(([name]) => name !== part))];
}

/** What a filter like `type eq "work"` says of a new value. */
function impliedBy(filter: Filter | undefined): Plain {
  if (filter?.kind === 'is' && filter.comparison === 'eq')
    return { [filter.attribute]: filter.value };
  throw invalid('noTarget', 'No value meets the filter of the path.');
}

function without(emails: readonly Plain[], removed: readonly Plain[]): Plain[] {
  const values = new Set(removed.map(({ value }) => value));
  return emails.filter(({ value }) => !values.has(value));
}

/** A new primary address takes the place of the old one. */
function withOnePrimary(emails: readonly Plain[], added: readonly Plain[]): Plain[] {
  const kept = without(emails, added);
  const isReplaced = added.some(({ primary }) => flagOf(primary) === true);
  return [...(isReplaced ? kept.map((one) => ({ ...one, primary: false })) : kept), ...added];
}

/** The values of an attribute; a single one counts as a list. */
export function listOf(value: unknown): Plain[] {
  return (Array.isArray(value) ? value : [value]).map((one) =>
    typeof one === 'string' ? { value: one } : objectOf(one, 'Each value'),
  );
}

function plain(value: unknown): Plain {
  return value === undefined ? {} : objectOf(value, 'The value');
}

/** @throws ScimError when it is none. */
export function objectOf(value: unknown, what: string): Plain {
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value as Plain;
  throw invalid('invalidSyntax', `${what} must be an object.`);
}
