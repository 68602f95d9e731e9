const STEP = /\.?(?:([^.[\]]+)|\[\*\]|\["([^"\]]+)"\]|\['([^'\]]+)'\])/gy;
const ANY = Symbol('every item');

type Step = string | typeof ANY;

/** Whether a text is a path that {@link textsAt} supports. */
export function isClaimPath(path: string): boolean {
  return stepsOf(path) !== undefined;
}

/**
 * The texts at a path in claims or attributes: the claim with exactly this name, which may contain
 * dots (`https://example.com/groups`), else a path such as `realm_access.roles`, `$.groups[*].name`
 * or `$["my groups"]`. A single text becomes a list; a missing value an empty list.
 */
export function textsAt(path: string, claims: Readonly<Record<string, unknown>>): string[] {
  if (Object.hasOwn(claims, path)) return textsIn(claims[path]);
  let found: unknown[] = [claims];
  for (const step of stepsOf(path) ?? []) found = found.flatMap((value) => follow(value, step));
  return found.flatMap(textsIn);
}

function follow(value: unknown, step: Step): unknown[] {
  if (step === ANY) return Array.isArray(value) ? value : [];
  if (value === null || typeof value !== 'object' || !Object.hasOwn(value, step)) return [];
  return [(value as Record<string, unknown>)[step]];
}

function textsIn(value: unknown): string[] {
  return [value].flat().filter((one): one is string => typeof one === 'string' && one !== '');
}

function stepsOf(path: string): Step[] | undefined {
  const rest = path.replace(/^\$(?=[.[]|$)/, '');
  const steps: Step[] = [];
  STEP.lastIndex = 0;
  while (STEP.lastIndex < rest.length) {
    const found = STEP.exec(rest);
    if (!found) return undefined;
    steps.push(found[1] ?? found[2] ?? found[3] ?? ANY);
  }
  return steps.length > 0 ? steps : undefined;
}
