import { statement } from '../../database/statement.js';

/** What exists already, by the name or the secret that identifies it in every instance. */
interface Existing {
  key: string;
  target: string;
}
type Keys = [keys: readonly string[]];

export const FIND_ENVIRONMENTS = statement<Keys, Existing>(
  'existing.find-environments',
  'SELECT name AS key, name AS target FROM environment WHERE name = ANY ($1)',
);

export const FIND_PROJECTS = statement<Keys, Existing>(
  'existing.find-projects',
  'SELECT id AS key, id AS target FROM project WHERE id = ANY ($1)',
);

export const FIND_TAG_TYPES = statement<Keys, Existing>(
  'existing.find-tag-types',
  'SELECT name AS key, name AS target FROM tag_type WHERE name = ANY ($1)',
);

export const FIND_TAGS = statement<Keys, Existing>(
  'existing.find-tags',
  /* sql */ `
    SELECT type || ':' || value AS key, type || ':' || value AS target FROM tag
     WHERE type || ':' || value = ANY ($1)`,
);

export const FIND_CONTEXT_FIELDS = statement<Keys, Existing>(
  'existing.find-context-fields',
  'SELECT name AS key, name AS target FROM context_field WHERE name = ANY ($1)',
);

export const FIND_STRATEGIES = statement<Keys, Existing>(
  'existing.find-strategies',
  'SELECT name AS key, name AS target FROM strategy_definition WHERE name = ANY ($1)',
);

export const FIND_SEGMENTS = statement<Keys, Existing>(
  'existing.find-segments',
  'SELECT name AS key, id::text AS target FROM segment WHERE name = ANY ($1)',
);

export const FIND_ROLES = statement<Keys, Existing>(
  'existing.find-roles',
  'SELECT name AS key, id::text AS target FROM role WHERE name = ANY ($1)',
);

export const FIND_GROUPS = statement<Keys, Existing>(
  'existing.find-groups',
  'SELECT name AS key, id::text AS target FROM user_group WHERE name = ANY ($1)',
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
  'SELECT name AS key, name AS target FROM feature WHERE name = ANY ($1)',
);

export const FIND_API_TOKENS = statement<Keys, Existing>(
  'existing.find-api-tokens',
  /* sql */ `
    SELECT encode(secret_hash, 'hex') AS key, id::text AS target FROM api_token
     WHERE secret_hash = ANY (SELECT decode(one, 'hex') FROM unnest($1::text[]) one)`,
);

export const FIND_PERSONAL_TOKENS = statement<Keys, Existing>(
  'existing.find-personal-tokens',
  /* sql */ `
    SELECT encode(secret_hash, 'hex') AS key, id::text AS target FROM personal_token
     WHERE secret_hash = ANY (SELECT decode(one, 'hex') FROM unnest($1::text[]) one)`,
);

type Ids = [ids: readonly number[]];

export const TAKEN_SEGMENTS = statement<Ids, { id: number }>(
  'existing.taken-segments',
  'SELECT id FROM segment WHERE id = ANY ($1)',
);

export const TAKEN_ROLES = statement<Ids, { id: number }>(
  'existing.taken-roles',
  'SELECT id FROM role WHERE id = ANY ($1)',
);

export const TAKEN_USERS = statement<Ids, { id: number }>(
  'existing.taken-users',
  'SELECT id FROM app_user WHERE id = ANY ($1)',
);

export const TAKEN_GROUPS = statement<Ids, { id: number }>(
  'existing.taken-groups',
  'SELECT id FROM user_group WHERE id = ANY ($1)',
);

export const TAKEN_STRATEGIES = statement<[ids: readonly string[]], { id: string }>(
  'existing.taken-strategies',
  'SELECT id FROM feature_strategy WHERE id = ANY ($1::uuid[])',
);
