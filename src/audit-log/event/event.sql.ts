import { isTellable, tellsOfHidden } from '../../auth/permissions/hidden.sql.js';
import { containsPattern } from '../../http/query-values.js';
import { USE_OF_ACCESS } from '../../event/event.types.js';
import type { EventFilter, Page } from './event-filter.js';
import { type Bind, partlyVisible, visibleAmong } from './visible-events.sql.js';
import type { VisibleEvents } from './visible-events.js';

const EVENT = /* sql */ `
  'id', e.id, 'type', e.type, 'createdBy', e.created_by, 'createdByUserId', e.created_by_user_id, 'createdAt', iso8601(e.created_at),
  'data', e.data, 'preData', e.pre_data, 'tags', e.tags, 'featureName', e.feature_name, 'project', e.project, 'environment', e.environment`;

/** `e` is an event: its JSON with more properties, and with the token where it names one. */
const eventJson = (more = ''): string => /* sql */ `
  CASE WHEN e.token IS NULL THEN json_build_object(${EVENT}${more}) ELSE json_build_object(${EVENT}${more}, 'token', e.token) END`;

/** `e` is an event: its JSON for whoever may not read where access was given and used from. */
export const EVENT_JSON_WITHOUT_ADDRESS = `(${eventJson()})`;

/** `e` is an event: its JSON, as answers show it. */
export const EVENT_JSON = /* sql */ `
  (CASE WHEN e.address IS NULL THEN ${EVENT_JSON_WITHOUT_ADDRESS} ELSE (${eventJson(", 'ip', e.address")}) END)`;

/** Everything in which a text is looked for. */
const TEXTS = [
  'type',
  'created_by',
  'feature_name',
  'project',
  'environment',
  'data::text',
  'pre_data::text',
];

/**
 * Columns with an index (column, id), the one that leaves fewest events first. The first of them
 * that is filtered by leads: each of its values is walked in its own index from the newest event
 * on, so that a page costs its own length, whatever the history holds.
 */
const LEADERS = ['feature_name', 'created_by_user_id', 'type', 'project'] as const;
const COLUMNS = [...LEADERS, 'environment'] as const;
type Leader = (typeof LEADERS)[number];
type Listed = (typeof COLUMNS)[number];

interface Tally {
  name: string;
  /** The columns by which it counts. */
  by: readonly string[];
}

/** Those that are read fastest first. That of environments counts only the events that have one. */
/** Behind so many events a page costs less when it is looked for among events of all types. */
const FAR_BACK = 1_000;

const BY_ENVIRONMENT: Tally = { name: 'event_hour_tally', by: ['environment'] };
const TALLIES: readonly Tally[] = [
  { name: 'event_type_tally', by: ['type'] },
  { name: 'event_total_tally', by: ['type', 'project', 'created_by_user_id'] },
  BY_ENVIRONMENT,
];

/**
 * Types whose events never have an environment, and of which there can be more than of all others.
 */
const USES = `'{${USE_OF_ACCESS.join(',')}}'::text[]`;

/** Columns whose lists of wanted values a filter can hold. */
type Lists = Partial<Record<Listed, string>>;

/** One page of events and how many there are, from one snapshot: `{events, total}`. */
export function searchEvents(filter: EventFilter, page: Page): { text: string; values: unknown[] } {
  const values: unknown[] = [];
  const bind: Bind = (value, type) => `$${values.push(value)}::${type}`;
  const visible = filter.visible && visibleAmong(filter.visible, filter.types);
  const lists = listsOf(filter, visible, bind);
  const hidden = filter.hiddenProjects?.length ? bind(filter.hiddenProjects, 'text[]') : undefined;
  const partly = visible && partlyVisible(visible, bind);
  const entire = visible && `e.type = ANY (${bind(visible.types, 'text[]')})`;
  const narrower = [
    ...(filter.from ? [`e.created_at >= ${bind(`${filter.from}T00:00:00Z`, 'timestamptz')}`] : []),
    // A day of the calendar plus one, in UTC: as an interval, a day has 23 or 25 hours where the
    // server's time zone changes its clock.
    ...(filter.to
      ? [`e.created_at < ((${bind(filter.to, 'date')} + 1)::timestamp AT TIME ZONE 'UTC')`]
      : []),
    ...(filter.text ? [holds(bind(containsPattern(filter.text), 'text'))] : []),
  ];
  const wanted = { lists, entire, partly, hidden, narrower };
  const [offset, limit] = [bind(page.offset, 'bigint'), bind(page.limit, 'bigint')];
  // Ids first, which the indexes hold: what a page passes over is never read itself.
  const text = /* sql */ `
    SELECT (${totalOf(wanted, !filter.types && visible !== undefined)})::float8 AS total, (
      SELECT COALESCE(json_agg(${visible ? EVENT_JSON_WITHOUT_ADDRESS : EVENT_JSON} ORDER BY e.id DESC), '[]')
        FROM (${newest(wanted, leaderOf(filter, lists, page), `${offset} + ${limit}`)} ORDER BY e.id DESC LIMIT ${limit} OFFSET ${offset}) page
        JOIN event e ON e.id = page.id) AS events`;
  return { text, values };
}

/** What is looked for, as conditions on the event `e`. */
interface Wanted {
  lists: Lists;
  /** That it is of a type of which all events are visible; absent where all types are. */
  entire: string | undefined;
  /** That it is of another type and visible; absent where there is no such event. */
  partly: string | undefined;
  /** The projects of which nothing must be told. */
  hidden: string | undefined;
  narrower: string[];
}

/** A list that asks for what is hidden alone is left empty, and finds nothing. */
function listsOf(filter: EventFilter, visible: VisibleEvents | undefined, bind: Bind): Lists {
  const types = visible
    ? [...visible.types, ...visible.ofProjects.types, ...visible.ofTokens.types]
    : filter.types;
  const projects = filter.projects?.filter((project) => !filter.hiddenProjects?.includes(project));
  return {
    ...(filter.features ? { feature_name: bind(filter.features, 'text[]') } : {}),
    ...(filter.creators ? { created_by_user_id: bind(filter.creators, 'int[]') } : {}),
    ...(types ? { type: bind(types, 'text[]') } : {}),
    ...(projects ? { project: bind(projects, 'text[]') } : {}),
    ...(filter.environments ? { environment: bind(filter.environments, 'text[]') } : {}),
  };
}

/**
 * Types lead too where nobody asked for any, but only some are visible: what is newest may all be
 * hidden. Of an environment there are few events that are not visible, so there the types need not
 * lead; nor do they far back, where each of them would be read up to there.
 */
function leaderOf(filter: EventFilter, lists: Lists, { offset }: Page): Leader | undefined {
  const asked = LEADERS.find((column) => lists[column] && (column !== 'type' || filter.types));
  return asked ?? (filter.environments || !lists.type || offset > FAR_BACK ? undefined : 'type');
}

const listed = (lists: Lists, columns: readonly Listed[]): string[] =>
  columns.flatMap((column) => (lists[column] ? [`e.${column} = ANY (${lists[column]})`] : []));

/** Ids of the events that are wanted, those that a page can show at least. */
function newest(
  { lists, entire, partly, hidden, narrower }: Wanted,
  leader: Leader | undefined,
  most: string,
): string {
  const chosen = listed(
    lists,
    COLUMNS.filter((column) => column !== leader),
  );
  const others = [
    ...chosen,
    ...(partly ? [`(${entire} OR ${partly})`] : []),
    ...narrower,
    ...(hidden ? [isTellable(hidden)] : []),
  ];
  if (!leader) return `SELECT e.id FROM event e ${where(others)}`;
  return `SELECT e.id FROM (SELECT DISTINCT unnest(${lists[leader]}) AS value) wanted CROSS JOIN LATERAL (
         SELECT e.id FROM event e WHERE ${[`e.${leader} = wanted.value`, ...others].join(' AND ')} ORDER BY e.id DESC LIMIT ${most}) e`;
}

/** How many events are wanted. `isAnyType`: no types were asked for, all that are visible count. */
function totalOf({ lists, entire, partly, hidden, narrower }: Wanted, isAnyType: boolean): string {
  const columns = COLUMNS.filter((column) => lists[column] && !(column === 'type' && entire));
  const chosen = listed(lists, columns);
  const tellable = hidden ? [isTellable(hidden)] : [];
  const ofPartly = partly
    ? ` + (SELECT count(*) FROM event e ${where([...chosen, partly, ...narrower, ...tellable])})`
    : '';
  const byEnvironment =
    isAnyType && columns.length === 1 && columns[0] === 'environment' && narrower.length === 0;
  // The tally of environments knows no types: those that are not visible are taken off.
  if (byEnvironment && entire)
    return `(${tallied(BY_ENVIRONMENT, chosen, hidden)}) - (SELECT count(*) FROM event e ${where([...chosen, unseen(entire), ...tellable])})${ofPartly}`;
  const conditions = [...chosen, ...(entire ? [entire] : [])];
  const tally =
    narrower.length === 0 ? tallyFor([...columns, ...(entire ? ['type'] : [])], hidden) : undefined;
  if (tally) return `(${tallied(tally, conditions, hidden)})${ofPartly}`;
  return `(SELECT count(*) FROM event e ${where([...conditions, ...narrower, ...tellable])})${ofPartly}`;
}

/**
 * Types that there are and of which not all events are visible, but for the use of access: that has
 * no environment.
 */
const unseen = (entire: string): string => /* sql */ `e.type = ANY (ARRAY(
  SELECT t.type FROM event_type_tally t WHERE NOT (${entire.replace('e.type', 't.type')}) AND t.type <> ALL (${USES})
  UNION SELECT y.type FROM event y WHERE NOT (${entire.replace('e.type', 'y.type')}) AND y.type <> ALL (${USES})
     AND y.transaction_id >= (SELECT h.transaction_id FROM event_tally_horizon h)))`;

const where = (conditions: readonly string[]): string =>
  conditions.length > 0 ? `WHERE ${conditions.join(' AND ')}` : '';

const holds = (pattern: string): string =>
  `(${TEXTS.map((text) => `e.${text} ILIKE ${pattern}`).join(' OR ')})`;

/**
 * The tally that counts by all of these columns, if there is one. Where projects are hidden, that
 * of types is of no use: it does not know of projects.
 */
function tallyFor(columns: readonly string[], hidden: string | undefined): Tally | undefined {
  return TALLIES.filter(({ name }) => !(hidden && name === 'event_type_tally')).find(({ by }) =>
    columns.every((column) => by.includes(column)),
  );
}

/**
 * What has been tallied, and what is younger than the tally; without what tells of hidden projects.
 * Exact, and no slower for a longer history, but that of what is hidden.
 */
function tallied(
  { name, by }: Tally,
  conditions: readonly string[],
  hidden: string | undefined,
): string {
  const open = hidden && `(e.project IS NULL OR e.project <> ALL (${hidden}))`;
  const counted = open && by.includes('project') ? [...conditions, open] : conditions;
  const young = where([
    ...counted,
    'e.transaction_id >= (SELECT h.transaction_id FROM event_tally_horizon h)',
  ]);
  const sum = /* sql */ `COALESCE((SELECT sum(e.events) FROM ${name} e ${where(counted)}), 0) + (SELECT count(*) FROM event e ${young})`;
  if (!hidden || !open) return `SELECT ${sum}`;
  // Apart from each other, so that each is found by an index of its own.
  const ofHidden = by.includes('project')
    ? ''
    : `- (SELECT count(*) FROM event e ${where([...conditions, `e.project = ANY (${hidden})`])})`;
  return `SELECT ${sum} ${ofHidden} - (SELECT count(*) FROM event e ${where([...conditions, open, tellsOfHidden(hidden)])})`;
}
