import { isUntallied } from '../../../core/event/event-tally.sql.js';
import { canReveal, revealsNoHidden } from '../../../core/auth/permissions/hidden.sql.js';
import { partlyVisible } from './visible-events.sql.js';
import type { VisibleEvents } from './visible-events.js';
import type { Json } from '../../../platform/http/json.js';
import type { EventCreatorResponse } from './event.dto.js';
import {
  dynamicStatement,
  statement,
  type SqlAndValues,
} from '../../../platform/database/statement.js';

/**
 * Finds everybody who caused events: from the tally, and from the events that are not tallied yet.
 * The tally has many rows of each creator, so each creator is found by one index lookup for the
 * next higher id.
 */
export const EVENT_CREATORS = statement<[], { creators: Json<EventCreatorResponse[]> }>(
  'event-creators.event-creators',
  /* sql */ `
    WITH RECURSIVE counted (id) AS (
      SELECT min(t.created_by_user_id) FROM event_total_tally t
      UNION ALL
      SELECT (SELECT min(t.created_by_user_id) FROM event_total_tally t
        WHERE t.created_by_user_id > counted.id) FROM counted WHERE counted.id IS NOT NULL
    ), creator (id) AS (
      SELECT id FROM counted
      UNION SELECT e.created_by_user_id FROM event e
        WHERE ${isUntallied('e')}
    ) ${named('true')}`,
);

/**
 * Finds those who caused events that the caller may see: events of `visible` types outside hidden
 * projects. Most are found in the tally. Only recent events, events whose data mention hidden
 * projects, and events of partly visible types are read themselves.
 */
export const VISIBLE_EVENT_CREATORS = dynamicStatement<
  [hiddenProjects: readonly string[], visible: VisibleEvents | undefined],
  { creators: Json<EventCreatorResponse[]> }
>('event-creators.visible-event-creators', assembleVisible);

function assembleVisible(
  hiddenProjects: readonly string[],
  visible: VisibleEvents | undefined,
): SqlAndValues {
  const values: unknown[] = [];
  const bind = (value: unknown, type: string): string => `$${values.push(value)}::${type}`;
  const hidden = bind(hiddenProjects, 'text[]');
  const types = visible && bind(visible.types, 'text[]');
  const entire = (type: string): string => (types ? `${type} = ANY (${types})` : 'true');
  const partly = visible && partlyVisible(visible, bind);
  const shown = /* sql */ `
    ${partly ? `(${entire('e.type')} OR ${partly})` : entire('e.type')}
      AND ${revealsNoHidden(hidden)}`;
  const ofPartly = partly
    ? `UNION SELECT e.created_by_user_id FROM event e
        WHERE ${partly} AND ${revealsNoHidden(hidden)}`
    : '';
  const text = /* sql */ `
    WITH creator (id) AS (
      SELECT t.created_by_user_id FROM event_total_tally t
       WHERE ${entire('t.type')} AND (cardinality(${hidden}) = 0 OR NOT ${canReveal('t.type')})
         AND (t.project IS NULL OR t.project <> ALL (${hidden}))
      UNION SELECT e.created_by_user_id FROM event e
        WHERE ${isUntallied('e')} AND ${shown}
      UNION SELECT e.created_by_user_id FROM event e
        WHERE cardinality(${hidden}) > 0 AND ${canReveal('e.type')} AND ${shown}
      ${ofPartly}
    ) ${named(shown)}`;
  return { text, values };
}

/**
 * Adds names. `events` is the condition on the events `e` that provide a name when the user no
 * longer exists.
 */
function named(events: string): string {
  return /* sql */ `, named AS (
      SELECT c.id, COALESCE(u.display_name,
               (SELECT e.created_by FROM event e WHERE e.created_by_user_id = c.id AND ${events}
                 ORDER BY e.id DESC LIMIT 1)) AS name
        FROM creator c LEFT JOIN app_user u ON u.id = c.id WHERE c.id IS NOT NULL
    )
    SELECT COALESCE(json_agg(json_build_object('id', id, 'name', name) ORDER BY name, id),
      '[]')::text AS creators FROM named`;
}
