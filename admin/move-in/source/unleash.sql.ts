/**
 * The statements that read a database of Unleash. Rows are read as JSON, so that a column that one
 * version has and another lacks is simply absent.
 */

/** What a database of Unleash contains at least; the keys of what is read by name. */
export const REQUIRED_TABLES = [
  'api_token_project',
  'api_tokens',
  'context_fields',
  'environments',
  'events',
  'feature_environments',
  'feature_strategies',
  'feature_strategy_segment',
  'feature_tag',
  'features',
  'migrations',
  'project_environments',
  'projects',
  'role_permission',
  'role_user',
  'roles',
  'segments',
  'settings',
  'strategies',
  'tag_types',
  'tags',
  'users',
] as const;

export const FIND_TABLES = /* sql */ `
  SELECT c.relname AS name,
         array_agg(a.attname::text) AS columns
    FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum > 0
     AND NOT a.attisdropped
   WHERE c.relkind IN ('r', 'p', 'v') AND c.oid = to_regclass(quote_ident(c.relname))
   GROUP BY 1`;

export const READ_INSTANCE = /* sql */ `
  SELECT (SELECT content ->> 'id' FROM settings WHERE name = 'instanceInfo') AS id,
         (SELECT name FROM migrations ORDER BY name DESC LIMIT 1) AS migration`;

/** All rows of a table as JSON; `rest` filters and sorts. */
export const rowsOf = (table: string, rest = ''): string =>
  `SELECT row_to_json(t) AS row FROM ${table} t ${rest}`;

/** The rows that belong to some features, as JSON. */
export const rowsOfFeatures = (table: string, column: string, order: string): string =>
  rowsOf(table, `WHERE t.${column} = ANY ($1) ORDER BY ${order}`);

export const countOf = (table: string, rest = ''): string =>
  `SELECT count(*)::int AS count FROM ${table} t ${rest}`;

/** Users that are people or service accounts, and not deleted. */
export const REAL_USERS = 'WHERE t.deleted_at IS NULL AND NOT COALESCE(t.is_system, false)';

/** The root role of each user, the one with the most permissions first. */
export const ROOT_ROLES = /* sql */ `
  SELECT DISTINCT ON (ru.user_id) ru.user_id::text AS "user", r.id::text AS role
    FROM role_user ru JOIN roles r ON r.id = ru.role_id
   WHERE r.type IN ('root', 'root-custom')
   ORDER BY ru.user_id, r.type = 'root' DESC, r.id`;

export const ROLES_IN_PROJECTS = /* sql */ `
  SELECT ru.project, ru.user_id::text AS "user", NULL AS "group", ru.role_id::text AS role,
         ru.created_at AS "addedAt"
    FROM role_user ru JOIN roles r ON r.id = ru.role_id
   WHERE r.type IN ('project', 'custom')
   ORDER BY 1, 2, 4`;

export const ROLES_OF_GROUPS_IN_PROJECTS = /* sql */ `
  SELECT gr.project, NULL AS "user", gr.group_id::text AS "group", gr.role_id::text AS role,
         gr.created_at AS "addedAt"
    FROM group_role gr JOIN roles r ON r.id = gr.role_id
   WHERE r.type IN ('project', 'custom')
   ORDER BY 1, 3, 4`;

/** Permissions of the roles; older versions refer to them by number. */
export const PERMISSIONS_BY_NAME = /* sql */ `
  SELECT rp.role_id::text AS role, rp.permission, NULLIF(rp.environment, '') AS environment
    FROM role_permission rp WHERE rp.permission IS NOT NULL ORDER BY 1, 2, 3`;
export const PERMISSIONS_BY_NUMBER = /* sql */ `
  SELECT rp.role_id::text AS role, p.permission, NULLIF(rp.environment, '') AS environment
    FROM role_permission rp JOIN permissions p ON p.id = rp.permission_id ORDER BY 1, 2, 3`;

/** Names of tables whose content this service has no place for, with how many rows they have. */
export const EVENTS_AFTER = 'WHERE t.id > $1 ORDER BY t.id';
