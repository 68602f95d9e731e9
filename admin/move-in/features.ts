import { randomUUID } from 'node:crypto';
import { PAGE_URL } from '../../src/flags/feature/link/link.dto.js';
import { newLinkId } from '../../src/flags/feature/link/template-links.js';
import { repairedConstraints, repairedVariants } from '../../src/flags/feature/repairs.js';
import {
  ServedStrategyDto,
  ServedVariantDto,
} from '../../src/flags/feature/strategy/served.dto.js';
import type { MaintenanceQuery } from '../../src/platform/database/maintenance.js';
import { ListOf } from '../../src/platform/http/validation/shape.decorators.js';
import { checked, faultOfName } from './checks.js';
import { findBy, type KeyedMoves, type MoveContext, nameOf, type Prepared } from './context.js';
import { SYSTEM_USER } from './people.js';
import type { FeatureRow, StrategyRow } from './source/rows.js';
import * as Existing from './target/existing.sql.js';
import { TAKEN_STRATEGIES } from './target/existing.sql.js';
import * as Sql from './target/features.sql.js';

/**
 * Writes features with everything that belongs to them.
 * @returns The names of those that did not exist.
 */
async function writeFeatures(
  query: MaintenanceQuery,
  rows: readonly PreparedFeature[],
): Promise<Map<string, string>> {
  const written = await query(Sql.INSERT_FEATURES, [JSON.stringify(rows)]);
  const names = new Set(written.map(({ key }) => key));
  const features = rows.filter(({ name }) => names.has(name));
  const all = <Part extends object>(
    partsOf: (feature: PreparedFeature) => readonly Part[],
  ): string =>
    JSON.stringify(
      features.flatMap((feature) =>
        partsOf(feature).map((part) => ({ ...part, feature: feature.name })),
      ),
    );
  await query(Sql.INSERT_PLACES, [all(({ places }) => places)]);
  await query(Sql.ADD_OTHER_PLACES, [[...names]]);
  await writeStrategies(query, features);
  await query(Sql.INSERT_FEATURE_TAGS, [all(({ tags }) => tags)]);
  await query(Sql.INSERT_STAGES, [all(({ stages }) => stages)]);
  await query(Sql.INSERT_LAST_SEEN, [all(({ lastSeen }) => lastSeen)]);
  return new Map([...names].map((name) => [name, name]));
}

/** Strategies keep their ids, unless they are taken here. */
async function writeStrategies(
  query: MaintenanceQuery,
  features: readonly PreparedFeature[],
): Promise<void> {
  const wanted = features.flatMap(({ strategies }) => strategies.flatMap(({ id }) => id ?? []));
  const taken = new Set((await query(TAKEN_STRATEGIES, [wanted])).map(({ id }) => id));
  const rows = features.flatMap(({ name: feature, strategies }) =>
    strategies.map((one) => {
      const id = one.id === undefined || taken.has(one.id.toLowerCase()) ? randomUUID() : one.id;
      return { ...one, id, feature };
    }),
  );
  await query(Sql.INSERT_FEATURE_STRATEGIES, [JSON.stringify(rows)]);
  const segments = rows.flatMap(({ id, segments }) =>
    segments.map((segment) => ({ strategy: id, segment })),
  );
  await query(Sql.INSERT_STRATEGY_SEGMENTS, [JSON.stringify(segments)]);
}

const TYPES = ['release', 'experiment', 'operational', 'kill-switch', 'permission'];
const STAGES = ['initial', 'pre-live', 'live', 'completed', 'archived'];
const MAX_STRATEGIES = 30;
const MAX_LINKS = 50;
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** The variants of a feature in an environment. */
class Variants {
  @ListOf(() => ServedVariantDto)
  variants: ServedVariantDto[];
}

/** A feature that can be written, with everything that belongs to it. */
interface PreparedFeature {
  name: string;
  project: string;
  places: { environment: string; enabled: boolean; variants: unknown }[];
  strategies: PreparedStrategy[];
  tags: FeatureRow['tags'];
  stages: FeatureRow['stages'];
  lastSeen: FeatureRow['lastSeen'];
}

interface PreparedStrategy extends Omit<StrategyRow, 'id' | 'segments'> {
  /** The UUID at the source; undefined when it is none. */
  id: string | undefined;
  segments: number[];
}

/** How features are moved. */
export const FEATURES: KeyedMoves['features'] = {
  keyOf: nameOf,
  find: findBy(Existing.FIND_FEATURES, nameOf),
  prepare: featureOf,
  write: (query, rows) => writeFeatures(query, rows as PreparedFeature[]),
};

async function featureOf(found: FeatureRow, context: MoveContext): Promise<Prepared> {
  const { references } = context;
  const row = { ...found, createdAt: found.createdAt ?? new Date().toISOString() };
  const fault = faultOfName(row.name);
  if (fault !== undefined) return { refused: fault };
  if (!references.get('projects', row.project))
    return { refused: `its project "${row.project}" was not moved` };
  if (row.links.length > MAX_LINKS) return { refused: `it has more than ${MAX_LINKS} links` };
  const notes: string[] = [];
  const repairs = new Set<string>();
  const places = await placesOf(row, context, repairs);
  if (typeof places === 'string') return { refused: places };
  const strategies = await strategiesOf(row, context, repairs);
  if (typeof strategies === 'string') return { refused: strategies };
  for (const repair of repairs) notes.push(`${row.name}: ${repair}`);
  if (!TYPES.includes(row.type))
    notes.push(`${row.name}: as a release, because its type "${row.type}" is unknown`);
  const createdBy = references.number('users', row.createdBy) ?? SYSTEM_USER;
  const type = TYPES.includes(row.type) ? row.type : 'release';
  const pages = row.links.filter(({ url }) => PAGE_URL.test(url));
  if (pages.length < row.links.length)
    notes.push(`${row.name}: without links that do not start with http:// or https://`);
  const links = pages.map((link) => ({ id: newLinkId(), ...link }));
  const described = describedBy(row, context, notes);
  return { row: { ...row, type, createdBy, links, places, strategies, ...described }, notes };
}

/** The environments of the feature with its variants, or what is wrong with them. */
async function placesOf(
  row: FeatureRow,
  { references }: MoveContext,
  repairs: Set<string>,
): Promise<PreparedFeature['places'] | string> {
  const places: PreparedFeature['places'] = [];
  for (const { environment, enabled, variants } of row.environments) {
    if (!references.get('environments', environment)) continue;
    const repaired = repairedVariants(variants ?? [], (repair) => repairs.add(repair));
    const found = await checked(Variants, { variants: repaired });
    if ('fault' in found) return `in ${environment}: ${found.fault}`;
    places.push({ environment, enabled, variants: found.value.variants });
  }
  return places;
}

/** The strategies of the feature, or what is wrong with them. */
async function strategiesOf(
  row: FeatureRow,
  { references }: MoveContext,
  repairs: Set<string>,
): Promise<PreparedStrategy[] | string> {
  const strategies: PreparedStrategy[] = [];
  const counts = new Map<string, number>();
  for (const one of row.strategies) {
    const { environment, name } = one;
    if (!row.environments.some((place) => place.environment === environment)) continue;
    if (!references.get('environments', environment)) continue;
    if (!references.get('strategies', name)) return `its strategy "${name}" was not moved`;
    const count = (counts.get(environment) ?? 0) + 1;
    counts.set(environment, count);
    if (count > MAX_STRATEGIES)
      return `it has more than ${MAX_STRATEGIES} strategies in ${environment}`;
    const segments = one.segments.map((id) => references.number('segments', id));
    if (segments.includes(undefined)) return `a segment of its strategies was not moved`;
    const found = await checked(ServedStrategyDto, normalised(one, repairs));
    if ('fault' in found) return `a strategy in ${environment}: ${found.fault}`;
    const { parameters = {}, constraints = [], variants = [] } = found.value;
    const id = UUID.test(one.id) ? one.id : undefined;
    const checkedParts = { parameters, constraints, variants, segments: segments as number[] };
    strategies.push({ ...one, ...checkedParts, id });
  }
  return strategies;
}

/** A strategy as older versions stored it, with what newer ones require. */
function normalised(
  { name, title, disabled, parameters, constraints, variants }: StrategyRow,
  repairs: Set<string>,
): object {
  const report = (repair: string): void => void repairs.add(repair);
  const given = Object.entries((parameters ?? {}) as Record<string, unknown>);
  const known = Array.isArray(variants) ? (repairedVariants(variants, report) as object[]) : [];
  return {
    name,
    title,
    disabled,
    constraints: repairedConstraints(constraints ?? [], report),
    parameters: Object.fromEntries(given.filter(([, value]) => value !== null)),
    variants: known.map((one) => ({ weightType: 'variable', stickiness: 'default', ...one })),
  };
}

/** What describes the feature without changing what SDKs get. */
function describedBy(
  row: FeatureRow & { createdAt: string },
  { references }: MoveContext,
  notes: string[],
): Pick<PreparedFeature, 'tags' | 'stages' | 'lastSeen'> {
  const tags = row.tags.filter(({ type, value }) => {
    const isMoved = references.get('tags', `${type}:${value}`) !== undefined;
    if (!isMoved) notes.push(`${row.name}: without the tag ${type}:${value}, which was not moved`);
    return isMoved;
  });
  const known = row.stages.filter(({ stage, enteredAt }) => STAGES.includes(stage) && enteredAt);
  const initial = { stage: 'initial', enteredAt: row.createdAt, status: null, value: null };
  const hasInitial = known.some(({ stage }) => stage === 'initial');
  return {
    tags,
    stages: hasInitial ? known : [initial, ...known],
    lastSeen: row.lastSeen.filter(
      ({ environment, at }) => at && references.get('environments', environment),
    ),
  };
}
