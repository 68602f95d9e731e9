import { EVENT_JSON } from '../../audit/audit-log/event/event.sql.js';
import type { AddonPayload } from '../../core/event/instance-events.js';
import type { NewPlace } from '../../core/event/namesakes.js';
import { statement } from '../../platform/database/statement.js';
import type { Json } from '../../platform/http/json.js';
import type { StoredParameters } from './addon.entity.js';
import type {
  AddonResponse,
  AddonsResponse,
  DeliveriesResponse,
} from './provider/addon.response.js';
import { SENSITIVE_PARAMETERS } from './provider/provider-parameters.js';
import { MASK } from './provider/webhook-parameters.js';

/** JSON of an addon `a`, as in responses and events. Secrets are masked in the database already. */
const ADDON_JSON = /* sql */ `
  jsonb_build_object('id', a.id, 'provider', a.provider, 'description', a.description,
    'enabled', a.enabled,
    'parameters', (
      SELECT COALESCE(jsonb_object_agg(p.name, CASE
        WHEN a.provider || '.' || p.name
          IN (${SENSITIVE_PARAMETERS.map((name) => `'${name}'`).join(', ')}) AND p.value <> '""'
                                                    THEN '"${MASK}"' ELSE p.value END), '{}')
        FROM jsonb_each(a.parameters) AS p (name, value)),
    'events', a.events, 'projects', a.projects, 'environments', a.environments,
    'createdAt', iso8601(a.created_at))`;

/** Whether the addon `a` names none of the hidden projects. */
const isSeen = (hidden: string): string => `NOT a.projects ?| ${hidden}::text[]`;

export const COUNT = statement<[], { count: number }>(
  'addon.count',
  'SELECT count(*)::int AS count FROM addon',
);

/** Addons, without those that name a hidden project. */
export const LIST = statement<
  [providers: string, hiddenProjects: readonly string[]],
  { list: Json<AddonsResponse> }
>(
  'addon.list',
  /* sql */ `
    SELECT json_build_object('addons', COALESCE(json_agg(${ADDON_JSON} ORDER BY a.id), '[]'),
      'providers', $1::json)::text AS list FROM addon a
     WHERE ${isSeen('$2')}`,
);

/** One addon, unless it names a hidden project. */
export const READ = statement<
  [id: number, hiddenProjects: readonly string[]],
  { addon: Json<AddonResponse> }
>(
  'addon.read',
  /* sql */ `
    SELECT (${ADDON_JSON})::text AS addon FROM addon a WHERE a.id = $1 AND ${isSeen('$2')}`,
);

export const DELIVERIES = statement<
  [id: number, limit: number, offset: number],
  { list: Json<DeliveriesResponse> }
>(
  'addon.deliveries',
  /* sql */ `
    SELECT json_build_object('integrationEvents', (
             SELECT COALESCE(json_agg(json_build_object('id', d.id::text,
               'integrationId', d.addon_id, 'createdAt', iso8601(d.created_at),
                      'state', d.state, 'stateDetails', d.state_details, 'event', ${EVENT_JSON},
                      'details', d.details) ORDER BY d.id DESC), '[]')
               FROM (SELECT * FROM addon_delivery WHERE addon_id = a.id ORDER BY id DESC
                 LIMIT $2 OFFSET $3) d JOIN event e ON e.id = d.event_id
           ))::text AS list
      FROM addon a WHERE a.id = $1`,
);

/** The given projects and environments that do not exist; hidden projects count as absent. */
export const UNKNOWN_PLACES = statement<
  [projects: string, environments: string, hiddenProjects: readonly string[]],
  { list: string; message: string }
>(
  'addon.unknown-places',
  /* sql */ `
    SELECT 'projects' AS list, format('There is no project "%s".', p.id) AS message
      FROM jsonb_array_elements_text($1) AS p (id)
      WHERE NOT EXISTS (SELECT FROM project
        WHERE project.id = p.id AND project.id <> ALL ($3::text[]))
    UNION ALL
    SELECT 'environments', format('There is no environment "%s".', e.name)
      FROM jsonb_array_elements_text($2) AS e (name)
      WHERE NOT EXISTS (SELECT FROM environment WHERE environment.name = e.name)`,
);

/** The list of an addon `a` that a parameter chooses. */
const listOf = (kind: string): string =>
  `(CASE ${kind}::text WHEN 'projects' THEN a.projects ELSE a.environments END)`;

/** Whether the chosen list of `a` names another place. An empty one would stand for all places. */
const HAS_OTHERS = `${listOf('$1')} - $2::text <> '[]'`;

/** Removes a name from lists with others, and disables addons that name this place alone. */
export const WITHDRAW = statement<
  [kind: NewPlace['kind'], name: string],
  { data: AddonPayload; preData: AddonPayload }
>(
  'addon.withdraw',
  /* sql */ `
    WITH before AS (
      SELECT a.id, ${ADDON_JSON} AS addon FROM addon a
       WHERE ${listOf('$1')} ? $2::text AND (a.enabled OR ${HAS_OTHERS})
    )
    UPDATE addon a
       SET projects = CASE WHEN $1 = 'projects' AND ${HAS_OTHERS} THEN a.projects - $2::text
             ELSE a.projects END,
           environments = CASE WHEN $1 <> 'projects' AND ${HAS_OTHERS}
             THEN a.environments - $2::text ELSE a.environments END,
           enabled = a.enabled AND ${HAS_OTHERS}
      FROM before WHERE before.id = a.id
    RETURNING ${ADDON_JSON} AS data, before.addon AS "preData"`,
);

export const READ_IN_EVENT = statement<[id: number], { addon: AddonPayload }>(
  'addon.read-in-event',
  /* sql */ `
    SELECT ${ADDON_JSON} AS addon FROM addon a WHERE a.id = $1`,
);

/** Addons with an unencrypted sensitive parameter. Empty texts are not secret. */
export const IN_CLEAR = statement<[sensitiveParameters: readonly string[]], { id: number }>(
  'addon.in-clear',
  /* sql */ `
    SELECT a.id FROM addon a
     WHERE EXISTS (SELECT FROM jsonb_each(a.parameters) p (name, value)
                    WHERE a.provider || '.' || p.name = ANY ($1)
                      AND jsonb_typeof(p.value) = 'string' AND p.value <> '""') ORDER BY a.id`,
);

const LOCK_TIMEOUT = '2s';

export const LIMIT_LOCK_WAIT = statement<[]>(
  'addon.limit-lock-wait',
  `SET LOCAL lock_timeout = '${LOCK_TIMEOUT}'`,
);

/** Addons with encrypted parameters. */
export const READ_SEALED = statement<
  [after: string, most: number],
  { key: string; content: string }
>(
  'addon.read-sealed',
  /* sql */ `
    SELECT a.id::text AS key, a.parameters::text AS content FROM addon a
     WHERE a.id > COALESCE(NULLIF($1, '')::int, 0)
       AND jsonb_path_exists(a.parameters, '$.*.sealed')
     ORDER BY a.id LIMIT $2`,
);

export const REPLACE_SEALED = statement<[id: string, before: string, after: string]>(
  'addon.replace-sealed',
  /* sql */ `
    UPDATE addon SET parameters = $3::jsonb WHERE id = ($1::text)::int AND parameters = $2::jsonb
    RETURNING 1`,
);

export const READ_TO_TEST = statement<
  [id: number, hiddenProjects: readonly string[]],
  { provider: string; parameters: StoredParameters }
>(
  'addon.read-to-test',
  /* sql */ `
    SELECT provider, parameters FROM addon a WHERE a.id = $1 AND NOT a.projects ?| $2::text[]`,
);
