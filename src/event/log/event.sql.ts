import { canTell, isTellable, tellsOfHidden } from '../../access/hidden.sql.js';
import type { Statement } from '../../database/database.js';
import { containing } from '../../http/query-values.js';
import type { EventFilter, Page } from './event-filter.js';

const EVENT = /* sql */ `
  'id', e.id, 'type', e.type, 'createdBy', e.created_by, 'createdByUserId', e.created_by_user_id, 'createdAt', iso8601(e.created_at),
  'data', e.data, 'preData', e.pre_data, 'tags', e.tags, 'featureName', e.feature_name, 'project', e.project, 'environment', e.environment`;

/** `e` is an event: its JSON for whoever may not read where access was given and used from. */
export const EVENT_JSON_WITHOUT_ADDRESS = /* sql */ `json_build_object(${EVENT})`;

/** `e` is an event: its JSON, as answers show it. */
export const EVENT_JSON = /* sql */ `
  CASE WHEN e.address IS NULL THEN ${EVENT_JSON_WITHOUT_ADDRESS} ELSE json_build_object(${EVENT}, 'ip', e.address) END`;

/** Everything in which a text is looked for. */
const TEXTS = ['type', 'created_by', 'feature_name', 'project', 'environment', 'data::text', 'pre_data::text'];

/**
 * Columns with an index (column, id), the one that leaves fewest events first. The first of them that is filtered by leads: each of its values is
 * walked in its own index from the newest event on, so that a page costs its own length, whatever the history holds.
 */
const LEADERS = ['feature_name', 'created_by_user_id', 'type', 'project'] as const;
type Listed = (typeof LEADERS)[number] | 'environment';

interface Tally {
  name: string;
  /** The columns by which it counts. */
  by: readonly string[];
}

/** Those that are read fastest first. That of environments counts only the events that have one. */
const TALLIES: readonly Tally[] = [
  { name: 'event_type_tally', by: ['type'] },
  { name: 'event_total_tally', by: ['type', 'project', 'created_by_user_id'] },
  { name: 'event_hour_tally', by: ['environment'] },
];

/** One page of events and how many there are, from one snapshot: `{events, total}`. */
export function searchEvents(filter: EventFilter, page: Page): { text: string; values: unknown[] } {
  const values: unknown[] = [];
  const bind = (value: unknown, type: string): string => `$${values.push(value)}::${type}`;
  // A list that asks for what is hidden alone is left empty, and finds nothing.
  const projects = filter.projects?.filter((project) => !filter.hiddenProjects?.includes(project));
  const types = filter.types?.filter((type) => !filter.hiddenTypes?.includes(type));
  const lists = {
    feature_name: filter.features && bind(filter.features, 'text[]'),
    created_by_user_id: filter.creators && bind(filter.creators, 'int[]'),
    type: types && bind(types, 'text[]'),
    project: projects && bind(projects, 'text[]'),
    environment: filter.environments && bind(filter.environments, 'text[]'),
  };
  const hidden = filter.hiddenProjects?.length ? bind(filter.hiddenProjects, 'text[]') : undefined;
  const leader = LEADERS.find((column) => lists[column]);
  const listed = (column: Listed): string[] => (lists[column] ? [`e.${column} = ANY (${lists[column]})`] : []);
  const narrower = [
    ...(filter.from ? [`e.created_at >= ${bind(`${filter.from}T00:00:00Z`, 'timestamptz')}`] : []),
    // A day of the calendar plus one, in UTC: as an interval, a day has 23 or 25 hours where the server's time zone changes its clock.
    ...(filter.to ? [`e.created_at < ((${bind(filter.to, 'date')} + 1)::timestamp AT TIME ZONE 'UTC')`] : []),
    ...(filter.text ? [holds(bind(containing(filter.text), 'text'))] : []),
  ];
  const chosen = [...LEADERS.filter((column) => column !== leader).flatMap(listed), ...listed('environment')];
  const untold = !types && filter.hiddenTypes?.length ? [`e.type <> ALL (${bind(filter.hiddenTypes, 'text[]')})`] : [];
  const others = [...chosen, ...untold, ...narrower, ...(hidden ? [isTellable(hidden)] : [])];
  const [offset, limit] = [bind(page.offset, 'bigint'), bind(page.limit, 'bigint')];
  const newest = leader
    ? `SELECT e.id FROM (SELECT DISTINCT unnest(${lists[leader]}) AS value) wanted CROSS JOIN LATERAL (
         SELECT e.id FROM event e WHERE ${[`e.${leader} = wanted.value`, ...others].join(' AND ')} ORDER BY e.id DESC LIMIT ${offset} + ${limit}) e`
    : `SELECT e.id FROM event e ${where(others)}`;
  const wanted = leader ? listed(leader) : [];
  const tally =
    narrower.length === 0
      ? tallyFor(
          Object.keys(lists).filter((column) => lists[column as Listed]),
          hidden,
        )
      : undefined;
  // What has an environment is of no hidden type, and the tally of environments knows no types.
  const counted = [...wanted, ...chosen, ...(tally?.by.includes('environment') ? [] : untold)];
  const total = tally ? tallied(tally, counted, hidden) : `SELECT count(*) FROM event e ${where([...wanted, ...others])}`;
  // Ids first, which the indexes hold: what a page passes over is never read itself.
  const text = /* sql */ `
    SELECT (${total})::float8 AS total, (
      SELECT COALESCE(json_agg(${filter.hiddenTypes ? EVENT_JSON_WITHOUT_ADDRESS : EVENT_JSON} ORDER BY e.id DESC), '[]')
        FROM (${newest} ORDER BY e.id DESC LIMIT ${limit} OFFSET ${offset}) page JOIN event e ON e.id = page.id) AS events`;
  return { text, values };
}

const where = (conditions: readonly string[]): string => (conditions.length > 0 ? `WHERE ${conditions.join(' AND ')}` : '');

const holds = (pattern: string): string => `(${TEXTS.map((text) => `e.${text} ILIKE ${pattern}`).join(' OR ')})`;

/** The tally that counts by all of these columns, if there is one. Where projects are hidden, that of types is of no use: it does not know of projects. */
function tallyFor(columns: readonly string[], hidden: string | undefined): Tally | undefined {
  return TALLIES.filter(({ name }) => !(hidden && name === 'event_type_tally')).find(({ by }) =>
    columns.every((column) => by.includes(column)),
  );
}

/**
 * What has been tallied, and what is younger than the tally; without what tells of hidden projects. Exact, and no slower for a longer history, but that of
 * what is hidden.
 */
function tallied({ name, by }: Tally, conditions: readonly string[], hidden: string | undefined): string {
  const open = hidden && `(e.project IS NULL OR e.project <> ALL (${hidden}))`;
  const counted = open && by.includes('project') ? [...conditions, open] : conditions;
  const young = where([...counted, 'e.transaction_id >= (SELECT h.transaction_id FROM event_tally_horizon h)']);
  const sum = /* sql */ `COALESCE((SELECT sum(e.events) FROM ${name} e ${where(counted)}), 0) + (SELECT count(*) FROM event e ${young})`;
  if (!hidden || !open) return `SELECT ${sum}`;
  // Apart from each other, so that each is found by an index of its own.
  const ofHidden = by.includes('project')
    ? ''
    : `- (SELECT count(*) FROM event e ${where([...conditions, `e.project = ANY (${hidden})`])})`;
  return `SELECT ${sum} ${ofHidden} - (SELECT count(*) FROM event e ${where([...conditions, open, tellsOfHidden(hidden)])})`;
}

/** `c` is somebody who caused events: the name. `events`: the condition on the events `e` to take it from, where nothing else is known. */
const creators = (condition = 'true', events = 'true'): string => /* sql */ `
    WITH RECURSIVE creator (id) AS (
      (SELECT created_by_user_id FROM event ORDER BY created_by_user_id LIMIT 1)
      UNION ALL
      SELECT (SELECT e.created_by_user_id FROM event e WHERE e.created_by_user_id > c.id ORDER BY e.created_by_user_id LIMIT 1)
        FROM creator c WHERE c.id IS NOT NULL
    ), named AS (
      SELECT c.id, COALESCE(u.display_name,
               (SELECT e.created_by FROM event e WHERE e.created_by_user_id = c.id AND ${events} ORDER BY e.id DESC LIMIT 1)) AS name
        FROM creator c LEFT JOIN app_user u ON u.id = c.id WHERE c.id IS NOT NULL AND ${condition}
    )
    SELECT COALESCE(json_agg(json_build_object('id', id, 'name', name) ORDER BY name, id), '[]')::text AS creators FROM named`;

/** Everybody who caused events, found by one step in the index for each of them. */
export const EVENT_CREATORS: Statement = { name: 'event-creators', text: creators() };

/**
 * Those who caused events that do not tell of the projects $1, and are of none of the types $2. The tally knows them, but for events that tell of projects in other ways, and for young ones.
 */
export const TELLABLE_EVENT_CREATORS: Statement = {
  name: 'event-creators-tellable',
  text: creators(
    /* sql */ `(
      EXISTS (SELECT FROM event_total_tally t WHERE t.created_by_user_id = c.id AND t.type <> ALL ($2::text[]) AND NOT ${canTell('t.type')} AND (t.project IS NULL OR t.project <> ALL ($1::text[])))
      OR EXISTS (SELECT FROM event e WHERE e.created_by_user_id = c.id AND e.type <> ALL ($2::text[]) AND ${isTellable('$1::text[]')}
                    AND (${canTell('e.type')} OR e.transaction_id >= (SELECT h.transaction_id FROM event_tally_horizon h))))`,
    `e.type <> ALL ($2::text[]) AND ${isTellable('$1::text[]')}`,
  ),
};
