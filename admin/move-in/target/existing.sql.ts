import { statement } from '../../../src/platform/database/statement.js';

/** What exists already, by the name or the secret that identifies it in every instance. */
interface Existing {
  key: string;
  target: string;
}
type Keys = [keys: readonly string[]];

/**
 * Finds rows by a column that is unique. With `= ANY ($1)`, PostgreSQL would read the index for
 * searching texts while a table grows faster than its statistics, which takes a second for a page.
 */
const findBy = (table: string, key: string, target: string): string => `
  SELECT t.${key} AS key, t.${target} AS target
    FROM unnest($1::text[]) wanted JOIN ${table} t ON t.${key} = wanted`;

/** Finds tokens by their hashes, in hexadecimal. */
const findBySecret = (table: string): string => `
  SELECT encode(secret_hash, 'hex') AS key, id::text AS target FROM ${table}
   WHERE secret_hash = ANY (SELECT decode(one, 'hex') FROM unnest($1::text[]) one)`;

/** Finds which of the ids are taken. */
const takenIn = (table: string): string => `SELECT id FROM ${table} WHERE id = ANY ($1)`;

export const FIND_ENVIRONMENTS = statement<Keys, Existing>(
  'existing.find-environments',
  findBy('environment', 'name', 'name'),
);

export const FIND_PROJECTS = statement<Keys, Existing>(
  'existing.find-projects',
  findBy('project', 'id', 'id'),
);

export const FIND_TAG_TYPES = statement<Keys, Existing>(
  'existing.find-tag-types',
  findBy('tag_type', 'name', 'name'),
);

export const FIND_TAGS = statement<Keys, Existing>(
  'existing.find-tags',
  /* sql */ `
    SELECT type || ':' || value AS key, type || ':' || value AS target FROM tag
     WHERE type || ':' || value = ANY ($1)`,
);

export const FIND_CONTEXT_FIELDS = statement<Keys, Existing>(
  'existing.find-context-fields',
  findBy('context_field', 'name', 'name'),
);

export const FIND_STRATEGIES = statement<Keys, Existing>(
  'existing.find-strategies',
  findBy('strategy_definition', 'name', 'name'),
);

export const FIND_SEGMENTS = statement<Keys, Existing>(
  'existing.find-segments',
  findBy('segment', 'name', 'id::text'),
);

export const FIND_ROLES = statement<Keys, Existing>(
  'existing.find-roles',
  findBy('role', 'name', 'id::text'),
);

export const FIND_GROUPS = statement<Keys, Existing>(
  'existing.find-groups',
  findBy('user_group', 'name', 'id::text'),
);

export const FIND_USERS = statement<
  [emails: readonly string[], usernames: readonly string[]],
  { email: string | null; username: string | null; kind: string; target: string }
>(
  'existing.find-users',
  /* sql */ `
    SELECT lower(email) AS email, username, kind, id::text AS target FROM app_user
     WHERE deleted_at IS NULL AND (lower(email) = ANY ($1) OR username = ANY ($2))`,
);

export const FIND_FEATURES = statement<Keys, Existing>(
  'existing.find-features',
  findBy('feature', 'name', 'name'),
);

export const FIND_API_TOKENS = statement<Keys, Existing>(
  'existing.find-api-tokens',
  findBySecret('api_token'),
);

export const FIND_PERSONAL_TOKENS = statement<Keys, Existing>(
  'existing.find-personal-tokens',
  findBySecret('personal_token'),
);

type Ids = [ids: readonly number[]];

export const TAKEN_SEGMENTS = statement<Ids, { id: number }>(
  'existing.taken-segments',
  takenIn('segment'),
);

export const TAKEN_ROLES = statement<Ids, { id: number }>('existing.taken-roles', takenIn('role'));

export const TAKEN_USERS = statement<Ids, { id: number }>(
  'existing.taken-users',
  takenIn('app_user'),
);

export const TAKEN_GROUPS = statement<Ids, { id: number }>(
  'existing.taken-groups',
  takenIn('user_group'),
);

export const TAKEN_STRATEGIES = statement<[ids: readonly string[]], { id: string }>(
  'existing.taken-strategies',
  'SELECT id FROM feature_strategy WHERE id = ANY ($1::uuid[])',
);
