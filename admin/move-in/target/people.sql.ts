import { statement } from '../../../src/platform/database/statement.js';
import type { RowsJson, Written } from './rows-json.js';

export const INSERT_ROLES = statement<RowsJson, Written>(
  'people.insert-roles',
  /* sql */ `
    INSERT INTO role (id, name, description, type, created_at)
    SELECT r.id, r.name, r.description, r.type, COALESCE(r."createdAt", now())
      FROM jsonb_to_recordset($1::jsonb) AS r(id integer, name text, description text, type text,
        "createdAt" timestamptz)
    ON CONFLICT ON CONSTRAINT role_name_key DO NOTHING RETURNING name AS key`,
);

export const INSERT_PERMISSIONS = statement<RowsJson>(
  'people.insert-permissions',
  /* sql */ `
    INSERT INTO role_permission (role_id, permission, environment)
    SELECT r.role, r.permission, r.environment
      FROM jsonb_to_recordset($1::jsonb) AS r(role integer, permission text, environment text)
    ON CONFLICT ON CONSTRAINT role_permission_key DO NOTHING`,
);

export const INSERT_USERS = statement<RowsJson, Written>(
  'people.insert-users',
  /* sql */ `
    INSERT INTO app_user (id, kind, name, username, email, password_hash, root_role_id, created_at,
      seen_at)
    SELECT r.id, r.kind, r.name, r.username, r.email, r."passwordHash", r.role,
           COALESCE(r."createdAt", now()), r."seenAt"
      FROM jsonb_to_recordset($1::jsonb) AS r(id integer, kind text, name text, username text,
        email text, "passwordHash" text, role integer, "createdAt" timestamptz,
        "seenAt" timestamptz)
    ON CONFLICT DO NOTHING RETURNING id::text AS key`,
);

export const INSERT_GROUPS = statement<RowsJson, Written>(
  'people.insert-groups',
  /* sql */ `
    INSERT INTO user_group (id, name, description, created_by, created_at, root_role_id,
      mappings_sso)
    SELECT r.id, r.name, r.description, r."createdBy", COALESCE(r."createdAt", now()), r.role,
           ARRAY(SELECT jsonb_array_elements_text(r."mappingsSso"))
      FROM jsonb_to_recordset($1::jsonb) AS r(id integer, name text, description text,
        "createdBy" text, "createdAt" timestamptz, role integer, "mappingsSso" jsonb)
    ON CONFLICT ON CONSTRAINT user_group_name_key DO NOTHING RETURNING name AS key`,
);

export const INSERT_MEMBERS = statement<RowsJson, Written>(
  'people.insert-members',
  /* sql */ `
    INSERT INTO group_member (group_id, user_id, created_by, joined_at, place)
    SELECT r."group", r."user", r."createdBy", COALESCE(r."joinedAt", now()), r.place
      FROM jsonb_to_recordset($1::jsonb) AS r("group" integer, "user" integer, "createdBy" text,
        "joinedAt" timestamptz, place integer)
    ON CONFLICT ON CONSTRAINT group_member_pkey DO NOTHING RETURNING user_id::text AS key`,
);

export const INSERT_USER_ROLES = statement<RowsJson, Written>(
  'people.insert-user-roles',
  /* sql */ `
    INSERT INTO project_user_role (project, user_id, role_id, added_at)
    SELECT r.project, r."user", r.role, COALESCE(r."addedAt", now())
      FROM jsonb_to_recordset($1::jsonb) AS r(project text, "user" integer, role integer,
        "addedAt" timestamptz)
    ON CONFLICT ON CONSTRAINT project_user_role_pkey DO NOTHING
    RETURNING concat_ws(':', project, 'user', user_id, role_id) AS key`,
);

export const INSERT_GROUP_ROLES = statement<RowsJson, Written>(
  'people.insert-group-roles',
  /* sql */ `
    INSERT INTO project_group_role (project, group_id, role_id, added_at)
    SELECT r.project, r."group", r.role, COALESCE(r."addedAt", now())
      FROM jsonb_to_recordset($1::jsonb) AS r(project text, "group" integer, role integer,
        "addedAt" timestamptz)
    ON CONFLICT ON CONSTRAINT project_group_role_pkey DO NOTHING
    RETURNING concat_ws(':', project, 'group', group_id, role_id) AS key`,
);

export const INSERT_API_TOKENS = statement<RowsJson, Written>(
  'people.insert-api-tokens',
  /* sql */ `
    WITH r AS (
      SELECT * FROM jsonb_to_recordset($1::jsonb) AS r(hash text, name text, type text,
        environment text, "isForAll" boolean, alias text, "createdBy" integer,
        "createdAt" timestamptz, "expiresAt" timestamptz, "seenAt" timestamptz, projects jsonb)
    ), added AS (
      INSERT INTO api_token (secret_hash, name, type, environment, all_projects, alias,
        created_by_user_id, created_at, expires_at, seen_at)
      SELECT decode(r.hash, 'hex'), r.name, r.type, r.environment, r."isForAll", r.alias,
             r."createdBy", COALESCE(r."createdAt", now()), r."expiresAt", r."seenAt" FROM r
      ON CONFLICT ON CONSTRAINT api_token_secret_key DO NOTHING
      RETURNING id, encode(secret_hash, 'hex') AS hash
    ), limited AS (
      INSERT INTO api_token_project (token_id, project)
      SELECT DISTINCT a.id, project FROM added a JOIN r ON r.hash = a.hash,
             jsonb_array_elements_text(r.projects) project
    )
    SELECT hash AS key FROM added`,
);

export const INSERT_PERSONAL_TOKENS = statement<RowsJson, Written>(
  'people.insert-personal-tokens',
  /* sql */ `
    INSERT INTO personal_token (user_id, secret_hash, description, created_at, expires_at, seen_at)
    SELECT r."user", decode(r.hash, 'hex'), r.description, COALESCE(r."createdAt", now()),
           r."expiresAt", r."seenAt"
      FROM jsonb_to_recordset($1::jsonb) AS r("user" integer, hash text, description text,
        "createdAt" timestamptz, "expiresAt" timestamptz, "seenAt" timestamptz)
    ON CONFLICT DO NOTHING RETURNING encode(secret_hash, 'hex') AS key`,
);
