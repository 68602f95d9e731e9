import { isDeepStrictEqual } from 'node:util';
import type { ConstraintDto } from '../../flags/feature/strategy/strategy.dto.js';
import { strategyVariants, withWeights } from '../../flags/feature/variant/variant-weights.js';
import type { CodeFeatureDto, CodeStrategyDto } from './desired-state.dto.js';
import type { PresentFeature, PresentPlace, ProjectOfFeatures } from './present-state.js';

/** The part of a feature that changes together, with one permission. */
export type FeaturePart =
  | 'properties'
  | 'tags'
  | 'links'
  | 'payloadSchema'
  | 'dependencies'
  | 'enabled'
  | 'strategies'
  | 'variants';

/** A property that is to change. */
export interface Difference {
  part: FeaturePart;
  /** Name of the environment; absent for what is the same in all. */
  environment?: string;
  /** Path of the property, such as `environments.production.enabled`. */
  field: string;
  before: unknown;
  after: unknown;
}

/** A strategy in comparable form: complete, and with its segments by name. */
export interface ComparableStrategy {
  name: string;
  title: string | null;
  disabled: boolean;
  parameters: Record<string, string>;
  constraints: object[];
  variants: object[];
  segments: string[];
}

/** Strategies of a feature in an environment, in comparable form. */
type Strategies = readonly ComparableStrategy[];

const PROPERTIES = ['type', 'description', 'stale', 'impressionData'] as const;
const NO_PLACE = { enabled: false, strategies: [], variants: [] } as const;

/** A feature that does not exist yet, as it is created unless something else is wanted. */
export function newFeature({ name, project }: CodeFeatureDto): PresentFeature {
  return {
    ...{
      name,
      project,
      owner: null,
      managedId: null,
      isArchived: false,
      type: 'release',
      description: null,
    },
    ...{ stale: false, impressionData: false, tags: [], links: [], payloadSchema: null },
    dependencies: [],
    environments: [],
  };
}

/** What is to change in a feature. Omitted properties do not. */
export function differencesOf(
  desired: CodeFeatureDto,
  present: PresentFeature,
  project: ProjectOfFeatures,
  segments: ReadonlyMap<number, string>,
): Difference[] {
  const found: Difference[] = [];
  for (const property of PROPERTIES) {
    const after = property === 'description' ? desired[property] || null : desired[property];
    if (desired[property] !== undefined && after !== present[property])
      found.push({ part: 'properties', field: property, before: present[property], after });
  }
  for (const one of differencesOfLists(desired, present)) found.push(one);
  const places = new Map(present.environments.map((place) => [place.name, place]));
  for (const { name, ...wanted } of desired.environments ?? []) {
    const place = places.get(name) ?? { ...NO_PLACE, name };
    for (const one of differencesIn(name, wanted, place, { desired, project, segments }))
      found.push(one);
  }
  return found;
}

/** What is to change in what a feature has besides properties, the same in all environments. */
function differencesOfLists(desired: CodeFeatureDto, present: PresentFeature): Difference[] {
  const { tags = [], links = [], dependencies = [], payloadSchema } = desired;
  const pairs = {
    tags: [inOrder(present.tags.map(tagOf)), inOrder(tags.map(tagOf))],
    links: [inOrder(present.links.map(linkOf)), inOrder(links.map(linkOf))],
    payloadSchema: [present.payloadSchema, schemaOf(payloadSchema)],
    dependencies: [
      inOrder(present.dependencies.map(parentOf)),
      inOrder(dependencies.map(parentOf)),
    ],
  };
  return (Object.keys(pairs) as (keyof typeof pairs)[]).flatMap((part) => {
    const [before, after] = pairs[part];
    const isSame = desired[part] === undefined || isDeepStrictEqual(before, after);
    return isSame ? [] : [{ part, field: part, before, after }];
  });
}

interface Comparison {
  desired: CodeFeatureDto;
  project: ProjectOfFeatures;
  segments: ReadonlyMap<number, string>;
}

type WantedPlace = Omit<NonNullable<CodeFeatureDto['environments']>[number], 'name'>;

function differencesIn(
  environment: string,
  { enabled, strategies, variants }: WantedPlace,
  place: PresentPlace | (typeof NO_PLACE & { name: string }),
  { desired: { name }, project, segments }: Comparison,
): Difference[] {
  const found: Difference[] = [];
  const at = (part: FeaturePart, path: string, before: unknown, after: unknown): void =>
    void found.push({
      part,
      environment,
      field: `environments.${environment}.${path}`,
      before,
      after,
    });
  if (strategies) {
    const before = comparableStrategies(place, segments, name, project);
    const after = strategies.map((one) => comparable(one, name, project));
    for (const [path, was, is] of changesOf(before, after)) at('strategies', path, was, is);
  }
  if (variants) {
    const [before, after] = [place.variants, variants].map((some) => plainVariants(byName(some)));
    if (!isDeepStrictEqual(before, after)) at('variants', 'variants', before, after);
  }
  if (enabled !== undefined && enabled !== place.enabled)
    at('enabled', 'enabled', place.enabled, enabled);
  return found;
}

/** The present strategies in comparable form. */
export function comparableStrategies(
  { strategies }: Pick<PresentPlace, 'strategies'> | typeof NO_PLACE,
  segments: ReadonlyMap<number, string>,
  feature: string,
  project: ProjectOfFeatures,
): ComparableStrategy[] {
  return strategies.map(({ segments: ids = [], ...strategy }) =>
    comparable(
      { ...strategy, segments: ids.map((id) => segments.get(id)!) } as CodeStrategyDto,
      feature,
      project,
    ),
  );
}

/** A strategy in comparable form. */
export function comparable(
  strategy: CodeStrategyDto,
  feature: string,
  { defaultStickiness: stickiness }: ProjectOfFeatures,
): ComparableStrategy {
  const { name, title, disabled, parameters = {}, constraints = [], variants = [] } = strategy;
  const preset = { rollout: '100', stickiness, groupId: feature };
  return {
    name,
    title: title ?? null,
    disabled: disabled ?? false,
    parameters: name === 'flexibleRollout' ? { ...preset, ...parameters } : parameters,
    constraints: constraints.map(plainConstraint),
    variants: plainVariants(variants, strategyVariants),
    segments: [...new Set(strategy.segments ?? [])].sort(),
  };
}

/** What changes in a list of strategies: single properties, where the list has the same shape. */
function changesOf(before: Strategies, after: Strategies): [string, unknown, unknown][] {
  const hasSameShape =
    before.length === after.length &&
    before.every(({ name }, index) => name === after[index]!.name);
  if (!hasSameShape) return [['strategies', before, after]];
  return before.flatMap(
    (one, index) =>
      (Object.keys(one) as (keyof ComparableStrategy)[]).flatMap((property) => {
        const other = after[index]!;
        return isDeepStrictEqual(one[property], other[property])
          ? []
          : [[`strategies.${index}.${property}`, one[property], other[property]] as const];
      }) as [string, unknown, unknown][],
  );
}

/** A constraint in comparable form. */
export function plainConstraint(constraint: ConstraintDto): object {
  const { contextName, operator, caseInsensitive, inverted, values, value } = constraint;
  return {
    ...{ contextName, operator },
    ...{ caseInsensitive: caseInsensitive ?? false, inverted: inverted ?? false },
    values: values ?? [],
    ...(value ? { value } : {}),
  };
}

interface Variant {
  name: string;
  weight: number;
  weightType?: 'variable' | 'fix';
  stickiness?: string;
  payload?: { type: string; value: string };
  overrides?: { contextName: string; values: string[] }[];
}

/** Variants with the weights that they get, without what means nothing. */
function plainVariants(
  variants: readonly Variant[],
  withTheirs: (variants: readonly Variant[]) => Variant[] = withWeights,
): Variant[] {
  return weighted(variants, withTheirs).map(
    ({ name, weight, weightType, stickiness, payload, overrides }) => ({
      ...{ name, weight, weightType: weightType ?? 'variable' },
      ...(stickiness === undefined ? {} : { stickiness }),
      ...(payload ? { payload: { type: payload.type, value: payload.value } } : {}),
      ...(overrides?.length ? { overrides } : {}),
    }),
  );
}

/** Variants whose weights are impossible keep them: they are refused when they are written. */
function weighted(
  variants: readonly Variant[],
  withTheirs: (variants: readonly Variant[]) => Variant[],
): readonly Variant[] {
  try {
    return withTheirs(variants);
  } catch {
    return variants;
  }
}

const byName = (variants: readonly Variant[]): Variant[] =>
  [...variants].sort((a, b) => (a.name < b.name ? -1 : 1));

const schemaOf = (wanted: CodeFeatureDto['payloadSchema']): object | null =>
  wanted ? { schema: wanted.schema, enforcement: wanted.enforcement ?? 'refuse' } : null;

const tagOf = ({ type, value }: { type: string; value: string }): object => ({ type, value });

const linkOf = ({ url, title }: { url: string; title?: string | null }): object => ({
  url,
  title: title || null,
});

function parentOf(parent: { feature: string; enabled?: boolean; variants?: string[] }): object {
  const { feature, enabled = true, variants = [] } = parent;
  return { feature, enabled, variants: enabled ? variants : [] };
}

/** Lists whose order means nothing, in some order. */
function inOrder(items: readonly object[]): object[] {
  return [...items].sort((a, b) => (JSON.stringify(a) < JSON.stringify(b) ? -1 : 1));
}
