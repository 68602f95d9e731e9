import type { Json } from '../../../platform/http/json.js';
import { revealsNoHidden, revealsHidden } from '../../../core/auth/permissions/hidden.sql.js';
import { isUntallied } from '../../../core/event/event-tally.sql.js';
import { PRESENT_NAME } from '../../../core/event/event-payload.sql.js';
import { USE_OF_ACCESS } from '../../../core/event/account-events.js';
import type { EventFilter, Page } from './event-filter.js';
import { type Bind, partlyVisible, visibleAmong } from './visible-events.sql.js';
import type { VisibleEvents } from './visible-events.js';
import {
  dynamicStatement,
  type SqlAndValues,
  statement,
} from '../../../platform/database/statement.js';
import type { EventResponse } from './event.dto.js';

/**
 * The properties of an event. Seals of the audit log cover them (ADR 28): a new property must be
 * absent from events without it, as `token`, `undoes`, `changeRequestId` and `scheduleId` are, and
 * none may change.
 */
const EVENT = /* sql */ `
  'id', e.id, 'type', e.type, 'createdBy', e.created_by, 'createdByUserId', e.created_by_user_id,
  'createdAt', iso8601(e.created_at), 'data', e.data, 'preData', e.pre_data, 'tags', e.tags,
  'featureName', e.feature_name, 'project', e.project, 'environment', e.environment`;

/** The properties of the event `e` that most events do not have, as a part of its JSON text. */
const RARE = /* sql */ `
  COALESCE(',"token":' || e.token::text, '') || COALESCE(',"undoes":' || e.undoes::text, '')
    || COALESCE(',"changeRequestId":' || e.change_request_id::text, '')
    || COALESCE(',"scheduleId":' || e.schedule_id::text, '')`;

/**
 * JSON of the event `e`, with additional properties from `more`, and with those of its rare ones
 * that it has.
 */
const eventJson = (more = ''): string => /* sql */ `
  CASE WHEN num_nonnulls(e.token, e.undoes, e.change_request_id, e.schedule_id) = 0
      THEN json_build_object(${EVENT}${more})
    ELSE (left(json_build_object(${EVENT}${more})::text, -1) || ${RARE} || '}')::json END`;

/** JSON of the event `e` without the IP address, for callers who may not see it. */
export const EVENT_JSON_WITHOUT_ADDRESS = `(${eventJson()})`;

/** JSON of the event `e`. */
export const EVENT_JSON = /* sql */ `
  (CASE WHEN e.address IS NULL THEN ${EVENT_JSON_WITHOUT_ADDRESS}
    ELSE (${eventJson(", 'ip', e.address")}) END)`;

/** The columns that a text search covers. */
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
 * Indexed columns (column, id), most selective first. The first one that is filtered on drives the
 * page query: the index of each value is scanned from the newest event, so the cost of a page
 * depends on its length and not on the size of the history.
 */
const LEADERS = ['feature_name', 'created_by_user_id', 'type', 'project'] as const;
const COLUMNS = [...LEADERS, 'environment'] as const;
type Leader = (typeof LEADERS)[number];
type Listed = (typeof COLUMNS)[number];

interface Tally {
  name: string;
  /** The columns that this tally is grouped by. */
  by: readonly string[];
}

/**
 * From this offset on, a page is found faster by filtering events of all types than by merging the
 * indexes of the visible types.
 */
const FAR_BACK = 1_000;

/** Pages of so many events have no limit of bytes. */
const FEW = 100;
/** Maximum size of the events on other pages, in bytes. */
export const MAX_BYTES = 26_214_400;

const BY_PROJECT: Tally = {
  name: 'event_total_tally',
  by: ['type', 'project', 'created_by_user_id'],
};
const BY_ENVIRONMENT: Tally = { name: 'event_hour_tally', by: ['environment'] };
/** Fastest first. The tally by environment only counts events that have an environment. */
const TALLIES: readonly Tally[] = [
  { name: 'event_type_tally', by: ['type'] },
  BY_PROJECT,
  BY_ENVIRONMENT,
];

/** Event types that never have an environment and can outnumber all others. */
const USES = `'{${USE_OF_ACCESS.join(',')}}'::text[]`;

/** Placeholders of the list parameters, by column. */
type Lists = Partial<Record<Listed, string>>;

/** A page of events, and the number of events on all pages. */
export interface FoundEvents {
  /** A list as text, since it can be too large to be parsed at once; null for a too large page. */
  events: Json<EventResponse[]> | null;
  /** The present names of the authors by their ids; null for whoever does not exist any more. */
  names: Record<number, string | null>;
  total: number;
}

/** Builds a statement that returns one page and the total number of events, from one snapshot. */
export const SEARCH = dynamicStatement<[filter: EventFilter, page: Page], FoundEvents>(
  'event.search',
  assembleSearch,
);

function assembleSearch(filter: EventFilter, page: Page): SqlAndValues {
  const values: unknown[] = [];
  const bind: Bind = (value, type) => `$${values.push(value)}::${type}`;
  const visible = filter.visible && visibleAmong(filter.visible, filter.types);
  const lists = listsOf(filter, visible, bind);
  const hidden = filter.hiddenProjects?.length ? bind(filter.hiddenProjects, 'text[]') : undefined;
  const partly = visible && partlyVisible(visible, bind);
  const readsOnce = filter.text !== undefined;
  // A count by tallies needs it even if all types among the lists are entirely visible.
  const entire =
    visible && (partly || !readsOnce)
      ? `e.type = ANY (${bind(visible.types, 'text[]')})`
      : undefined;
  const narrower = narrowerOf(filter, bind);
  const leader = leaderOf(filter, lists, page);
  const wanted = { lists, entire, partly, hidden, narrower };
  const shown = visible ? EVENT_JSON_WITHOUT_ADDRESS : EVENT_JSON;
  const [offset, limit] = [bind(page.offset, 'bigint'), bind(page.limit, 'bigint')];
  // Selects ids first. Far back it selects them from indexes alone, so that skipped rows are never
  // read; else together with the time, by which each event is found in a single partition.
  const key = page.offset > FAR_BACK ? ['id'] : ['id', 'created_at'];
  const most = `${offset} + ${limit}`;
  const total = readsOnce
    ? 'SELECT COALESCE(sum(m.events), 0) FROM matches m'
    : totalOf(wanted, !filter.types && visible !== undefined);
  const text = /* sql */ `
    ${readsOnce ? `WITH matches AS MATERIALIZED (${matches(wanted)})` : ''}
    SELECT (${total})::float8 AS total, found.* FROM (
      SELECT ${listIfSmall(limit)} AS events,
        COALESCE(json_object_agg(e.created_by_user_id, ${PRESENT_NAME}), '{}') AS names
        FROM (${readsOnce ? amongMatches(wanted, key, most) : newest(wanted, key, leader, most)}
          ORDER BY e.id DESC LIMIT ${limit} OFFSET ${offset}) page
        CROSS JOIN LATERAL (SELECT * FROM event one
          WHERE ${key.map((column) => `one.${column} = page.${column}`).join(' AND ')}
          OFFSET 0 /* one event at a time, however many the planner expects */) e
        CROSS JOIN LATERAL (SELECT (${shown})::text AS event OFFSET 0) j) found`;
  return { text, values };
}

/** The list of the events `j` of a page, unless it is too large. */
const listIfSmall = (limit: string): string => /* sql */ `
  CASE WHEN ${limit} <= ${FEW} OR COALESCE(sum(octet_length(j.event)), 0) <= ${MAX_BYTES}
    THEN COALESCE('[' || string_agg(j.event, ',' ORDER BY e.id DESC) || ']', '[]') END`;

/**
 * Counts matching events by blocks of 1024 ids. Looking for a text reads all events that meet the
 * other criteria, which takes long; with these counts a page reads only the blocks that it needs.
 */
const matches = (wanted: Wanted): string => /* sql */ `
  SELECT e.id >> 10 AS block, count(*) AS events
    FROM event e ${where(conditionsOf(wanted, COLUMNS))}
   GROUP BY 1`;

/** Selects the keys of the newest matching events, at least enough for the page. */
const amongMatches = (wanted: Wanted, key: readonly string[], most: string): string => {
  const columns = key.map((column) => `e.${column}`).join(', ');
  const inBlock = ['e.id >= m.block << 10', 'e.id < (m.block + 1) << 10'];
  return /* sql */ `
    SELECT ${columns} FROM (
      SELECT m.block, sum(m.events) OVER (ORDER BY m.block DESC) - m.events AS newer
        FROM matches m) m
     CROSS JOIN LATERAL (SELECT ${columns} FROM event e
       ${where([...inBlock, ...conditionsOf(wanted, COLUMNS)])} OFFSET 0) e
     WHERE m.newer < ${most}`;
};

/** The criteria that no tally knows, as SQL conditions on the event `e`. */
function narrowerOf(filter: EventFilter, bind: Bind): string[] {
  return [
    ...(filter.ids ? [`e.id = ANY (${bind(filter.ids, 'bigint[]')})`] : []),
    ...(filter.from ? [`e.created_at >= ${bind(filter.from.toISOString(), 'timestamptz')}`] : []),
    ...(filter.to ? [`e.created_at < ${bind(filter.to.toISOString(), 'timestamptz')}`] : []),
    ...(filter.text
      ? [
          `(${holds(bind(filter.text.wanted, 'text'))}
            OR e.type = ANY (${bind(filter.text.types, 'text[]')}))`,
        ]
      : []),
  ];
}

/** The criteria as SQL conditions on the event `e`. */
interface Wanted {
  lists: Lists;
  /** The event's type is one of which all events are visible; absent when all types are. */
  entire: string | undefined;
  /** The event is of another type and visible; absent when there is no such event. */
  partly: string | undefined;
  /** Placeholder of the hidden projects. */
  hidden: string | undefined;
  narrower: string[];
}

/** A list that only names hidden values becomes empty and matches nothing. */
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
 * Chooses the column that drives the page query. When only some types are visible, the type drives
 * it even without a filter on types, because the newest events may all be hidden. It does not for a
 * single environment, where few events are invisible, nor for events given by id, nor far back in
 * the history, where each type would be scanned up to there.
 */
function leaderOf(filter: EventFilter, lists: Lists, { offset }: Page): Leader | undefined {
  const isNarrow = filter.environments !== undefined || filter.ids !== undefined;
  const requested = LEADERS.find((column) => lists[column] && (column !== 'type' || filter.types));
  return requested ?? (isNarrow || !lists.type || offset > FAR_BACK ? undefined : 'type');
}

const listed = (lists: Lists, columns: readonly Listed[]): string[] =>
  columns.flatMap((column) => (lists[column] ? [`e.${column} = ANY (${lists[column]})`] : []));

/** All criteria, with those of the lists for some columns. */
const conditionsOf = (
  { lists, entire, partly, hidden, narrower }: Wanted,
  columns: readonly Listed[],
): string[] => [
  ...listed(lists, columns),
  ...(partly ? [`(${entire} OR ${partly})`] : []),
  ...narrower,
  ...(hidden ? [revealsNoHidden(hidden)] : []),
];

/**
 * The condition for events with a value, to be ordered by value and id. Both are compared together,
 * which only the index on both can do. With the value alone, the planner expects to find any value
 * soon and reads the history backwards, which takes seconds for a rare one.
 */
const isOf = (column: Leader, value: string): string => /* sql */ `
  e.${column} IS NOT NULL AND (e.${column}, e.id) >= (${value}, 0)
    AND (e.${column}, e.id) <= (${value}, 9223372036854775807)`;

/** Selects the keys of the newest matching events, at least enough for the page. */
function newest(
  wanted: Wanted,
  key: readonly string[],
  leader: Leader | undefined,
  most: string,
): string {
  const others = conditionsOf(
    wanted,
    COLUMNS.filter((column) => column !== leader),
  );
  const columns = key.map((column) => `e.${column}`).join(', ');
  if (!leader) return `SELECT ${columns} FROM event e ${where(others)}`;
  const conditions = [isOf(leader, 'wanted.value'), ...others];
  return `
  SELECT ${columns} FROM (SELECT DISTINCT unnest(${wanted.lists[leader]}) AS value) wanted
    CROSS JOIN LATERAL (SELECT ${columns} FROM event e ${where(conditions)}
      ORDER BY e.${leader} DESC, e.id DESC LIMIT ${most}) e`;
}

/** Counts the matching events. `isAnyType`: types are not filtered, all visible ones count. */
function totalOf({ lists, entire, partly, hidden, narrower }: Wanted, isAnyType: boolean): string {
  const columns = COLUMNS.filter((column) => lists[column] && !(column === 'type' && entire));
  const chosen = listed(lists, columns);
  const visible = hidden ? [revealsNoHidden(hidden)] : [];
  const ofPartly = partly
    ? ` + (SELECT count(*) FROM event e ${where([...chosen, partly, ...narrower, ...visible])})`
    : '';
  const byEnvironment =
    isAnyType && columns.length === 1 && columns[0] === 'environment' && narrower.length === 0;
  // The tally by environment does not know types, so invisible events are subtracted.
  if (byEnvironment && entire)
    return /* sql */ `
      (${tallied(BY_ENVIRONMENT, chosen, hidden)}) - (SELECT count(*)
        FROM ${unseen(entire)} e ${where([...chosen, ...visible])})${ofPartly}`;
  const conditions = [...chosen, ...(entire ? [entire] : [])];
  const tally =
    narrower.length === 0 ? tallyFor([...columns, ...(entire ? ['type'] : [])]) : undefined;
  if (tally) return `(${tallied(tally, conditions, hidden)})${ofPartly}`;
  return /* sql */ `
    (SELECT count(*)
      FROM event e ${where([...conditions, ...narrower, ...visible])})${ofPartly}`;
}

/**
 * Events of types that are not entirely visible, except uses of tokens and logins, which have no
 * environment. The planner cannot know the value of the limit, so it uses the index on types.
 */
const unseen = (entire: string): string => /* sql */ `(
  SELECT e.* FROM (
    SELECT t.type FROM event_type_tally t
      WHERE NOT (${entire.replace('e.type', 't.type')}) AND t.type <> ALL (${USES})
    UNION SELECT y.type FROM event y
      WHERE NOT (${entire.replace('e.type', 'y.type')}) AND y.type <> ALL (${USES})
       AND ${isUntallied('y')}) unseen
    CROSS JOIN LATERAL (SELECT e.* FROM event e WHERE ${isOf('type', 'unseen.type')}
      ORDER BY e.type DESC, e.id DESC LIMIT (SELECT 9223372036854775807)) e)`;

const where = (conditions: readonly string[]): string =>
  conditions.length > 0 ? `WHERE ${conditions.join(' AND ')}` : '';

/**
 * Whether the event `e` contains a text, ignoring case. Takes the same time whatever the text is,
 * unlike ILIKE, for which escaped wildcards take several times as long.
 */
const holds = (text: string): string =>
  `(${TEXTS.map((one) => `strpos(lower(e.${one}), (SELECT lower(${text}))) > 0`).join(' OR ')})`;

/** The tally that is grouped by exactly these columns, if there is one. */
function tallyFor(columns: readonly string[]): Tally | undefined {
  return TALLIES.find(({ by }) => columns.every((column) => by.includes(column)));
}

/** The tallied events plus the events since the tally. */
const counted = (tally: string, conditions: readonly string[]): string => /* sql */ `
  COALESCE((SELECT sum(e.events) FROM ${tally} e ${where(conditions)}), 0)
    + (SELECT count(*) FROM event e ${where([...conditions, isUntallied('e')])})`;

/**
 * The number of events by a tally, minus the events of hidden projects. Exact, and independent of
 * the size of the history except that of hidden projects in an environment.
 */
function tallied({ name, by }: Tally, conditions: readonly string[], hidden?: string): string {
  if (!hidden) return `SELECT ${counted(name, conditions)}`;
  const ofHidden = [...conditions, `e.project = ANY (${hidden})`];
  const ofHiddenCount = by.includes('type')
    ? counted(BY_PROJECT.name, ofHidden)
    : `SELECT count(*) FROM event e ${where(ofHidden)}`;
  const open = `(e.project IS NULL OR e.project <> ALL (${hidden}))`;
  // Counted separately, so that each condition uses its own index.
  return /* sql */ `
    SELECT ${counted(name, conditions)} - (${ofHiddenCount})
      - (SELECT count(*) FROM event e ${where([...conditions, open, revealsHidden(hidden)])})`;
}

/** The ids of the newest events as one text, which changes with every event. */
export const NEWEST_EVENT_IDS = statement<[limit: number], { ids: string }>(
  'event.newest-event-ids',
  /* sql */ `
    SELECT COALESCE(string_agg(id::text, ',' ORDER BY id DESC), '') AS ids
      FROM (SELECT id FROM event ORDER BY id DESC LIMIT $1) newest`,
);
