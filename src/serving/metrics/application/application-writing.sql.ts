import { isHiddenApplication } from '../../../core/auth/permissions/hidden.sql.js';
import { statement } from '../../../platform/database/statement.js';
import type { ApplicationPayload } from '../../../core/event/instance-events.js';

/** JSON of an application `a`, as in events. */
export const APPLICATION_EVENT_JSON = /* sql */ `
  json_build_object('appName', a.app_name, 'description', a.description, 'strategies', a.strategies,
    'url', a.url, 'color', a.color, 'icon', a.icon)`;

const PRIVATE_IDS = "ARRAY(SELECT id FROM project WHERE mode = 'private')";

/**
 * The private projects, comma-separated, of applications that are known in no others. Their events
 * belong to these projects, so that they stay private after the application is deleted.
 */
export const PRIVATE_PLACES = statement<
  [appNames: readonly string[]],
  { appName: string; project: string }
>(
  'application-writing.private-places',
  /* sql */ `
    SELECT own.app_name AS "appName",
      string_agg(DISTINCT own.project, ',' ORDER BY own.project) AS project
      FROM client_application_usage own JOIN project p ON p.id = own.project AND p.mode = 'private'
     WHERE own.app_name = ANY ($1::text[])
       AND ${isHiddenApplication('own.app_name', PRIVATE_IDS)}
     GROUP BY 1`,
);

/**
 * Creates the application, or locks an existing one, which `DO NOTHING` would not protect from
 * deletion.
 */
export const CREATE = statement<
  [appName: string, callerName: string],
  { created: boolean; shown: ApplicationPayload }
>(
  'application-writing.create',
  /* sql */ `
    INSERT INTO client_application AS a (app_name, created_by, is_reported) VALUES ($1, $2, false)
    ON CONFLICT ON CONSTRAINT client_application_pkey DO UPDATE SET app_name = a.app_name
    RETURNING xmax = 0 AS created, ${APPLICATION_EVENT_JSON} AS shown`,
);

const given = (column: string): string => /* sql */ `
      ${column} = CASE WHEN $2::jsonb ? '${column}' THEN $2::jsonb ->> '${column}'
        ELSE a.${column} END`;

/** Updates the given properties of an application; others stay. */
export const DESCRIBE = statement<
  [appName: string, description: string],
  { shown: ApplicationPayload }
>(
  'application-writing.describe',
  /* sql */ `
    UPDATE client_application a SET
      strategies = CASE WHEN $2::jsonb ? 'strategies'
        THEN ARRAY(SELECT jsonb_array_elements_text($2::jsonb -> 'strategies'))
          ELSE a.strategies END,
      ${['description', 'url', 'color', 'icon'].map(given).join(', ')}
     WHERE a.app_name = $1
    RETURNING ${APPLICATION_EVENT_JSON} AS shown`,
);

export const TOUCH = statement<[appName: string]>(
  'application-writing.touch',
  'UPDATE client_application SET updated_at = now() WHERE app_name = $1',
);

/** Deletes an application. One that has reported still counts among those ever observed. */
export const DELETE = statement<[appName: string], { shown: ApplicationPayload }>(
  'application-writing.delete',
  /* sql */ `
    WITH deleted AS (
      DELETE FROM client_application a WHERE a.app_name = $1
        RETURNING a.app_name, a.is_reported, ${APPLICATION_EVENT_JSON} AS shown
    ), forgotten AS (
      INSERT INTO client_application_forgotten (name_hash)
      SELECT sha256(convert_to(app_name, 'UTF8')) FROM deleted WHERE is_reported
      ON CONFLICT ON CONSTRAINT client_application_forgotten_pkey DO NOTHING
    )
    SELECT shown FROM deleted`,
);

/** Returns a row when an application is only known in hidden projects. */
export const IS_HIDDEN = statement<[appName: string, hiddenProjects: readonly string[]]>(
  'application-writing.is-hidden',
  /* sql */ `
    SELECT WHERE ${isHiddenApplication('$1', '$2::text[]')}`,
);
