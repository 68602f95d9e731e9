import type { Caller } from '../../../core/auth/caller/caller.js';
import { dynamicStatement, type SqlAndValues } from '../../../platform/database/statement.js';
import { parseFilter, refuseFilter, valuesIn } from '../../../platform/http/filter.js';
import type { Json } from '../../../platform/http/json.js';
import { containsPattern, wholeWithin } from '../../../platform/http/query-values.js';
import { isDay } from '../../../platform/http/validation/calendar.js';
import { STAGE_JSON } from '../lifecycle/lifecycle.sql.js';
import { POTENTIALLY_STALE } from '../stale/stale-mark.service.js';
import type { FeatureSearchQuery, FeatureSearchResponse } from './feature-search.dto.js';

/** The stages of the lifecycle in their order, as an array. */
export const STAGES = "'{initial,pre-live,live,completed,archived}'";

/** Whether the user $1 has marked the feature `f`. */
const FAVORITE =
  'EXISTS (SELECT FROM favorite_feature ff WHERE ff.feature_name = f.name AND ff.user_id = $1)';

/** Collects the parameters of a statement. */
interface ParameterList {
  /** Adds one. @returns How SQL refers to it. */
  parameter(value: unknown): string;
}

/** A key by which features are sorted. */
interface SortKey {
  key: string;
  /** What the key is read from, for all features at once. */
  join?: string;
}

const SORT_KEYS: Readonly<Record<string, SortKey>> = {
  name: { key: 'f.name' },
  type: { key: 'f.type' },
  stale: { key: 'f.stale' },
  favorite: { key: FAVORITE },
  lastSeenAt: {
    key: 'seen.at',
    join: /* sql */ `LEFT JOIN (SELECT u.feature_name, max(u.last_seen_at) AS at
      FROM feature_environment_usage u GROUP BY u.feature_name) seen ON seen.feature_name = f.name`,
  },
  lifecycle: {
    key: `(${STAGES}::text[])[stage.entry[2]::int]`,
    join: /* sql */ `LEFT JOIN (SELECT l.feature_name, max(ARRAY[
        extract(epoch FROM l.entered_at), array_position(${STAGES}, l.stage)]) AS entry
      FROM feature_lifecycle l GROUP BY l.feature_name) stage ON stage.feature_name = f.name`,
  },
};
const BY_CREATION: SortKey = { key: 'f.created_at' };

/** What features are sorted by, as a list of the columns `is_favorite`, `sort_key` and others. */
export function orderOf(
  { sortBy = 'createdAt', sortOrder = 'asc', favoritesFirst }: FeatureSearchQuery,
  parameters: ParameterList,
): SortKey & { order: string } {
  const [, environment] = /^environment:(.+)$/.exec(sortBy) ?? [];
  const named = Object.hasOwn(SORT_KEYS, sortBy) ? SORT_KEYS[sortBy]! : BY_CREATION;
  const sorted = environment ? byState(environment, parameters) : named;
  const isCreation = sorted === BY_CREATION;
  const direction = sortOrder === 'desc' ? 'DESC' : 'ASC';
  // These keys are never null, so an index gives the order.
  const nulls = isCreation || sortBy === 'name' ? '' : 'NULLS LAST';
  const first = favoritesFirst === 'true' ? 'is_favorite DESC, ' : '';
  const rest = isCreation ? `name ${direction}` : 'created_at, name';
  return { ...sorted, order: `${first}sort_key ${direction} ${nulls}, ${rest}` };
}

/** Sorts by whether features are on in an environment. */
function byState(environment: string, parameters: ParameterList): SortKey {
  const join = /* sql */ `LEFT JOIN feature_environment sorted
    ON sorted.feature_name = f.name AND sorted.environment = ${parameters.parameter(environment)}`;
  return { key: 'sorted.enabled', join };
}

const IS = ['IS', 'IS_NOT', 'IS_ANY_OF', 'IS_NONE_OF'] as const;
const INCLUDE = [
  'INCLUDE',
  'DO_NOT_INCLUDE',
  'INCLUDE_ALL_OF',
  'INCLUDE_ANY_OF',
  'EXCLUDE_IF_ANY_OF',
  'EXCLUDE_ALL',
] as const;
const DAY = ['IS_BEFORE', 'IS_ON_OR_AFTER'] as const;
/**
 * The texts of a feature `f` that are searched, worded as in the index `feature_search_text`. It is
 * an index of expressions, because one of the column would also answer `name = …`, slowly.
 */
const SEARCHED_TEXTS = ["(f.name || '')", "(f.description || '')"];
const LAST_SEEN =
  '(SELECT max(u.last_seen_at) FROM feature_environment_usage u WHERE u.feature_name = f.name)';
const STAGE = /* sql */ `(SELECT l.stage FROM feature_lifecycle l WHERE l.feature_name = f.name
  ORDER BY l.entered_at DESC,
    array_position(${STAGES}, l.stage) DESC LIMIT 1)`;

/**
 * Collects conditions on a feature `f`. Their values become parameters, never part of the SQL text.
 */
export class FeatureConditions {
  private readonly conditions: string[] = [];

  constructor(
    query: FeatureSearchQuery,
    hiddenProjects: readonly string[],
    private readonly values: unknown[],
  ) {
    this.conditions.push(`f.archived_at IS ${query.archived === 'IS:true' ? 'NOT NULL' : 'NULL'}`);
    if (hiddenProjects.length > 0)
      this.conditions.push(`f.project <> ALL (${this.parameter(hiddenProjects)}::text[])`);
    if (query.query) this.text(query.query);
    if (query.project !== undefined) this.is('f.project', 'project', query.project);
    if (query.type !== undefined) this.is('f.type', 'type', query.type);
    if (query.lifecycle !== undefined) this.stage(query.lifecycle);
    if (query.createdBy !== undefined) this.creator(query.createdBy);
    if (query.state !== undefined) this.state(query.state);
    if (query.tag !== undefined) this.tags(query.tag);
    if (query.segment !== undefined) this.segments(query.segment);
    if (query.status !== undefined) this.status(query.status);
    if (query.createdAt !== undefined) this.createdAt(query.createdAt);
    if (query.lastSeenAt !== undefined) this.lastSeenAt(query.lastSeenAt);
  }

  get sql(): string {
    return this.conditions.join(' AND ');
  }

  /**
   * Adds a parameter.
   * @returns Its placeholder.
   */
  parameter(value: unknown): string {
    this.values.push(value);
    return `$${this.values.length}`;
  }

  private text(query: string): void {
    const words = valuesIn('query', query).filter(Boolean);
    if (words.length === 0) return;
    const patterns = this.parameter(words.map(containsPattern));
    const found = SEARCHED_TEXTS.map((text) => `${text} ILIKE ANY (${patterns}::text[])`);
    this.conditions.push(`(${found.join(' OR ')})`);
  }

  private is(expression: string, name: string, text: string): void {
    this.conditions.push(this.isOneOf(expression, name, text));
  }

  private isOneOf(expression: string, name: string, text: string): string {
    const { operator, values } = parseFilter(name, text, IS);
    const not = operator === 'IS_NOT' || operator === 'IS_NONE_OF' ? 'NOT ' : '';
    return `${not}${expression} = ANY (${this.parameter(values)}::text[])`;
  }

  /** Joins with the stages, which is faster than looking up the present stage of each feature. */
  private stage(text: string): void {
    this.conditions.push(/* sql */ `
      EXISTS (SELECT FROM feature_lifecycle l WHERE l.feature_name = f.name
        AND ${this.isOneOf('l.stage', 'lifecycle', text)}
        AND NOT EXISTS (SELECT FROM feature_lifecycle later WHERE later.feature_name = f.name
          AND (later.entered_at, array_position(${STAGES}, later.stage))
            > (l.entered_at, array_position(${STAGES}, l.stage))))`);
  }

  private creator(text: string): void {
    const { values } = parseFilter('createdBy', text, IS);
    if (!values.every((value) => /^-?\d{1,9}$/.test(value)))
      refuseFilter('createdBy', 'about ids of users, which are whole numbers');
    this.is('f.created_by_user_id::text', 'createdBy', text);
  }

  private state(text: string): void {
    const { operator, values } = parseFilter('state', text, IS);
    const meaning: Record<string, string> = {
      active: 'NOT f.stale',
      stale: 'f.stale',
      'potentially-stale': POTENTIALLY_STALE,
    };
    const any = values.map(
      (value) =>
        meaning[value] ?? refuseFilter('state', `about ${Object.keys(meaning).join(', ')}`),
    );
    this.conditions.push(
      `${operator === 'IS_NOT' || operator === 'IS_NONE_OF' ? 'NOT ' : ''}(${any.join(' OR ')})`,
    );
  }

  private tags(text: string): void {
    const { operator, values } = parseFilter('tag', text, INCLUDE);
    if (!values.every((value) => /^[^:]+:.+$/.test(value)))
      refuseFilter('tag', 'about tags that are written as type:value');
    const has = values.map((value) => {
      const colon = value.indexOf(':');
      const [type, tag] = [
        this.parameter(value.slice(0, colon)),
        this.parameter(value.slice(colon + 1)),
      ];
      return /* sql */ `
        EXISTS (SELECT FROM feature_tag t
          WHERE t.feature_name = f.name AND t.type = ${type} AND t.value = ${tag})`;
    });
    this.conditions.push(included(operator, has));
  }

  private segments(text: string): void {
    const { operator, values } = parseFilter('segment', text, INCLUDE);
    const has = values.map(
      (value) => /* sql */ `
  EXISTS (SELECT FROM feature_strategy fs JOIN feature_strategy_segment ss ON ss.strategy_id = fs.id
        JOIN segment s ON s.id = ss.segment_id
        WHERE fs.feature_name = f.name AND s.name = ${this.parameter(value)})`,
    );
    this.conditions.push(included(operator, has));
  }

  private status(list: readonly string[]): void {
    const any = list.flatMap((text) => {
      const [, environment, state] = /^(.+):(enabled|disabled)$/.exec(text) ?? [];
      if (!environment) return [];
      const place = /* sql */ `
        SELECT FROM feature_environment fe
          WHERE fe.feature_name = f.name AND fe.environment = ${this.parameter(environment)}`;
      return `EXISTS (${place} AND ${state === 'enabled' ? '' : 'NOT '}fe.enabled)`;
    });
    if (any.length > 0) this.conditions.push(`(${any.join(' OR ')})`);
  }

  private createdAt(text: string): void {
    const { isBefore, moment } = this.day('createdAt', text);
    this.conditions.push(`f.created_at ${isBefore ? '<' : '>='} ${moment}`);
  }

  private lastSeenAt(text: string): void {
    const { isBefore, moment } = this.day('lastSeenAt', text);
    const seen = (condition: string): string => /* sql */ `
      EXISTS (SELECT FROM feature_environment_usage u WHERE u.feature_name = f.name ${condition})`;
    const since = seen(`AND u.last_seen_at >= ${moment}`);
    this.conditions.push(isBefore ? `${seen('')} AND NOT ${since}` : since);
  }

  private day(name: string, text: string): { isBefore: boolean; moment: string } {
    const { operator, values } = parseFilter(name, text, DAY);
    const [day = ''] = values;
    if (!isDay(day)) refuseFilter(name, 'about a day that is written like 2026-01-31');
    const moment = `(${this.parameter(day)}::date::timestamp AT TIME ZONE 'UTC')`;
    return { isBefore: operator === 'IS_BEFORE', moment };
  }
}

function included(operator: (typeof INCLUDE)[number], has: readonly string[]): string {
  if (operator === 'INCLUDE_ALL_OF') return `(${has.join(' AND ')})`;
  if (operator === 'EXCLUDE_ALL') return `NOT (${has.join(' AND ')})`;
  const not = operator === 'INCLUDE' || operator === 'INCLUDE_ANY_OF' ? '' : 'NOT ';
  return `${not}(${has.join(' OR ')})`;
}

/**
 * Builds the search as one statement, so that page and total come from one snapshot. Details are
 * read for the page only.
 */
export const SEARCH = dynamicStatement<
  [query: FeatureSearchQuery, caller: Pick<Caller, 'userId' | 'hiddenProjects'>],
  { answer: Json<FeatureSearchResponse> }
>('feature-search.search', assembleSearch);

function assembleSearch(
  query: FeatureSearchQuery,
  { userId, hiddenProjects }: Pick<Caller, 'userId' | 'hiddenProjects'>,
): SqlAndValues {
  const values: unknown[] = [userId];
  const conditions = new FeatureConditions(query, hiddenProjects, values);
  const { sql } = conditions;
  const { key, join = '', order } = orderOf(query, conditions);
  const [limit, offset] = [
    conditions.parameter(wholeWithin(query.limit, 1, 100, 50)),
    conditions.parameter(wholeWithin(query.offset, 0, 2 ** 31, 0)),
  ];
  // Filters that join other tables are applied once; for others, an index finds the page.
  const isCostly = query.lifecycle !== undefined || query.lastSeenAt !== undefined;
  const text = /* sql */ `
    WITH matching AS ${isCostly ? '' : 'NOT'} MATERIALIZED (SELECT f.* FROM feature f WHERE ${sql}),
    page AS (
      SELECT f.*, row_number() OVER (ORDER BY ${order}) AS position
        FROM (SELECT f.*, ${FAVORITE} AS is_favorite, ${key} AS sort_key
                FROM matching f ${join}
               ORDER BY ${order} LIMIT ${limit} OFFSET ${offset}) f
    )
    SELECT json_build_object(
      'features', (SELECT COALESCE(json_agg(found.json ORDER BY f.position), '[]') FROM page f
        CROSS JOIN LATERAL (${FOUND}) found),
      'total', (SELECT count(*) FROM matching))::text AS answer`;
  return { text, values };
}

const FOUND = /* sql */ `
  SELECT jsonb_build_object('name', f.name, 'type', f.type, 'description', f.description,
    'project', f.project, 'stale', f.stale,
      'favorite', ${FAVORITE}, 'impressionData', f.impression_data,
      'createdAt', iso8601(f.created_at), 'archivedAt', iso8601(f.archived_at),
      'createdBy', (SELECT jsonb_build_object('id', u.id, 'name', u.display_name,
      'imageUrl', u.image_url) FROM app_user u WHERE u.id = f.created_by_user_id),
      'lastSeenAt', iso8601(${LAST_SEEN}),
      'dependencyType', CASE WHEN EXISTS (SELECT FROM feature_dependency d WHERE d.child = f.name)
        THEN 'child'
                             WHEN EXISTS (SELECT FROM feature_dependency d WHERE d.parent = f.name)
                               THEN 'parent' END,
      'segments', (SELECT COALESCE(jsonb_agg(DISTINCT s.name ORDER BY s.name), '[]')
        FROM feature_strategy fs
                     JOIN feature_strategy_segment ss ON ss.strategy_id = fs.id
                     JOIN segment s ON s.id = ss.segment_id WHERE fs.feature_name = f.name),
      'lifecycle', (SELECT ${STAGE_JSON} FROM feature_lifecycle l
                     WHERE l.feature_name = f.name AND l.stage = ${STAGE}),
      'environments', (SELECT COALESCE(jsonb_agg(jsonb_build_object(
          'name', e.name, 'enabled', fe.enabled, 'type', e.type, 'sortOrder', e.sort_order,
          'variantCount', jsonb_array_length(fe.variants),
          'lastSeenAt', iso8601(u.last_seen_at), 'hasStrategies', fe.strategy_count > 0,
          'hasEnabledStrategies', fe.active_strategy_count > 0,
          'yes', CASE WHEN u.hour > now() - interval '60 minutes' THEN u.yes ELSE 0 END,
          'no', CASE WHEN u.hour > now() - interval '60 minutes' THEN u.no ELSE 0 END)
            ORDER BY e.sort_order, e.name), '[]')
        FROM feature_environment fe
        JOIN project_environment pe ON pe.project = f.project AND pe.environment = fe.environment
        JOIN environment e ON e.name = fe.environment
        LEFT JOIN feature_environment_usage u ON u.feature_name = fe.feature_name
          AND u.environment = fe.environment
       WHERE fe.feature_name = f.name)
    ) || COALESCE((SELECT jsonb_build_object('tags', jsonb_agg(jsonb_build_object('value', t.value,
      'type', t.type) ORDER BY t.type, t.value))
                     FROM feature_tag t WHERE t.feature_name = f.name HAVING count(*) > 0), '{}')
      || COALESCE((SELECT jsonb_build_object('managedBy', m.owner) FROM managed_thing m
        WHERE m.feature = f.name), '{}') AS json`;
