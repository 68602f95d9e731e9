import { isDeepStrictEqual } from 'node:util';
import { repairedConstraints, repairedVariants } from '../../src/flags/feature/repairs.js';
import { type ClientToken, MoveInError } from './source/source.js';
import { printableLine } from './report.js';
import { unanswered } from './source/unreachable.js';

const TIMEOUT_MS = 60_000;
/** Tokens of single projects to compare with, where there is none for all projects. */
const MOST_TOKENS = 100;
const MOST_NAMED = 10;

/** The result for one environment. */
export interface Compared {
  environment: string;
  /** Number of features that the source serves with the compared tokens. */
  features: number;
  /** Names of features that differ, or are served by one of both only. */
  different: string[];
}

interface Body {
  features?: Record<string, unknown>[];
  segments?: { id: number; constraints?: unknown[] }[];
}

/**
 * Asks both services for the features of each environment, with the same client tokens, and
 * compares what SDKs evaluate.
 * @throws MoveInError when one of them does not answer.
 */
export async function compareClients(
  source: string,
  target: string,
  tokens: readonly ClientToken[],
): Promise<Compared[]> {
  const results: Compared[] = [];
  const environments = [...new Set(tokens.map(({ environment }) => environment))].sort();
  for (const environment of environments) {
    const own = tokens.filter((token) => token.environment === environment);
    const all = own.find(({ isForAll }) => isForAll);
    // A feature is served with several tokens.
    const [names, different] = [new Set<string>(), new Set<string>()];
    for (const { secret } of all ? [all] : own.slice(0, MOST_TOKENS)) {
      const before = normalised(await read(source, secret));
      const after = normalised(await read(target, secret));
      for (const name of before.keys()) names.add(name);
      for (const name of new Set([...before.keys(), ...after.keys()]))
        if (!isDeepStrictEqual(before.get(name), after.get(name))) different.add(name);
    }
    results.push({ environment, features: names.size, different: [...different] });
  }
  return results;
}

async function read(url: string, secret: string): Promise<Body> {
  const address = `${url.replace(/\/+$/, '')}/api/client/features`;
  let response: Response;
  try {
    response = await fetch(address, {
      headers: {
        authorization: secret,
        'unleash-appname': 'move-in',
        // The version of the protocol in which segments are sent once.
        'unleash-client-spec': '5.0.0',
      },
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
  } catch (error) {
    throw unanswered(address, error as Error);
  }
  if (!response.ok)
    throw new MoveInError(
      `${address} answers ${response.status} to a client token. ` +
        (response.status === 401 ? 'The token may have been deleted there meanwhile.' : ''),
    );
  return (await response.json()) as Body;
}

/**
 * What SDKs evaluate, by feature. Ids of segments can differ, so their constraints are compared;
 * ids of strategies, orders of lists without a meaning, and absent lists make no difference.
 */
function normalised({ features = [], segments = [] }: Body): Map<string, unknown> {
  const constraints = new Map(segments.map((one) => [one.id, sorted(one.constraints)]));
  return new Map(
    features.map((feature) => {
      const strategies = (feature['strategies'] ?? []) as Record<string, unknown>[];
      const { name, type, enabled, stale, impressionData, project } = feature;
      return [
        String(name),
        {
          ...{ type, project, enabled, stale: stale ?? false },
          impressionData: impressionData ?? false,
          variants: variantsOf(feature['variants']),
          dependencies: distinct(sorted(feature['dependencies'])),
          strategies: strategies.map((strategy) => strategyOf(strategy, constraints)),
        },
      ];
    }),
  );
}

function strategyOf(
  strategy: Record<string, unknown>,
  segments: ReadonlyMap<number, unknown>,
): object {
  const { name, parameters, variants } = strategy;
  const ids = listOf(strategy['segments']) as number[];
  return {
    name,
    parameters: plain(parameters ?? {}),
    constraints: listOf(strategy['constraints']).map(constraintOf),
    variants: variantsOf(variants),
    segments: sorted(ids.map((id) => segments.get(id) ?? id)),
  };
}

// The move repairs both without changing an evaluation.
const variantsOf = (value: unknown): unknown[] =>
  listOf(repairedVariants(value, IGNORED)).map(plain);
const repairedConstraint = (value: unknown): unknown =>
  listOf(repairedConstraints([value], IGNORED))[0];
const IGNORED = (): void => {};

const listOf = (value: unknown): unknown[] => (Array.isArray(value) ? value : []);

/** A list whose order has no meaning. */
function sorted(value: unknown): unknown[] {
  const items = listOf(value).map((item) =>
    isObject(item) && 'contextName' in item ? constraintOf(item) : plain(item),
  );
  return items.sort((a, b) => (JSON.stringify(a) < JSON.stringify(b) ? -1 : 1));
}

/** Unleash repeats a dependency for each strategy of the feature. */
const distinct = (items: readonly unknown[]): unknown[] =>
  [...new Set(items.map((item) => JSON.stringify(item)))].map(
    (text) => JSON.parse(text) as unknown,
  );

function constraintOf(value: unknown): unknown {
  const {
    contextName,
    operator,
    values,
    value: one,
    inverted,
    caseInsensitive,
  } = (isObject(value) ? repairedConstraint(value) : {}) as Record<string, unknown>;
  return {
    ...{ contextName, operator, values: listOf(values), value: one ?? '' },
    ...{ inverted: inverted ?? false, caseInsensitive: caseInsensitive ?? false },
  };
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** JSON with sorted properties, without null and empty lists. */
function plain(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(plain);
  if (!isObject(value)) return value;
  const entries = Object.entries(value)
    .filter(([, part]) => part !== null && !(Array.isArray(part) && part.length === 0))
    .sort(([a], [b]) => (a < b ? -1 : 1));
  return Object.fromEntries(entries.map(([key, part]) => [key, plain(part)]));
}

/** The results as lines for a terminal. */
export function comparisonLines(results: readonly Compared[]): string[] {
  return results.flatMap(({ environment: name, features, different }) => {
    const environment = printableLine(name);
    if (different.length === 0) return [`${environment}: equal, ${features} features`];
    const others = different.length - MOST_NAMED;
    return [
      `${environment}: ${different.length} of ${features} features differ: ` +
        different.slice(0, MOST_NAMED).map(printableLine).join(', ') +
        (others > 0 ? ` and ${others} more` : ''),
    ];
  });
}
