import vm from 'node:vm';
import { BadDataError } from '../http/errors.js';
import type { FeatureNaming } from './project.entity.js';

/**
 * How long a pattern may take, at the first and at the second attempt. It is people's own, and some patterns take for ever on some names: the service must
 * not stand still over one. Time passes on a busy machine too, so a pattern that takes too long gets a second chance.
 */
const PATIENCE_MS = [50, 250];
const MATCH = new vm.Script('new RegExp(pattern).test(name)');
const FILTER = new vm.Script('{ const form = new RegExp(pattern); JSON.parse(names).filter((name) => !form.test(name)); }');

/** @throws BadDataError when a project has a naming pattern and the name does not follow it. Without a pattern any name will do. */
export function requireName(naming: FeatureNaming | null, name: string): void {
  if (!naming?.pattern || follows(naming.pattern, name)) return;
  const hints = [naming.example ? `for example ${naming.example}` : '', naming.description ?? ''].filter(Boolean).join('; ');
  throw new BadDataError(
    `The name "${name}" does not follow the naming pattern of its project, ^${naming.pattern}$${hints ? ` (${hints})` : ''}.`,
  );
}

/** Those of some names that do not follow a naming pattern; none without one. @throws BadDataError when matching takes too long. */
export function unfollowing(naming: FeatureNaming | null, names: readonly string[]): string[] {
  if (!naming?.pattern || names.length === 0) return [];
  return run<string[]>(FILTER, naming.pattern, { names: JSON.stringify(names) }, `some of ${names.length} names`);
}

/**
 * Makes naming rules of what was sent; none when no pattern was.
 * @throws BadDataError when the pattern is no regular expression, the example does not follow it, or there is an example without a pattern.
 */
export function namingOf({ pattern, example, description }: FeatureNaming): FeatureNaming | null {
  if (!pattern) {
    if (!example) return null;
    throw new BadDataError('There is an example of a feature name, but no pattern that it would be an example of.');
  }
  requireExpression(pattern);
  if (example && !follows(pattern, example)) {
    throw new BadDataError(`The example "${example}" does not follow the pattern ^${pattern}$, as features will have to.`);
  }
  return { pattern, example: example || null, description: description || null };
}

function requireExpression(pattern: string): void {
  try {
    new RegExp(pattern);
  } catch (error) {
    throw new BadDataError(`The pattern is not a regular expression: ${(error as Error).message}.`);
  }
  if (/\s/.test(pattern)) throw new BadDataError('The pattern must not contain white space, since no feature name does.');
}

/** Whether the whole of a name matches. */
function follows(pattern: string, name: string): boolean {
  return run<boolean>(MATCH, pattern, { name }, `"${name}"`);
}

function run<T>(script: vm.Script, pattern: string, values: Record<string, string>, matched: string): T {
  for (const timeout of PATIENCE_MS) {
    try {
      return script.runInNewContext({ pattern: `^(?:${pattern})$`, ...values }, { timeout }) as T;
    } catch (error) {
      if ((error as { code?: string }).code !== 'ERR_SCRIPT_EXECUTION_TIMEOUT') throw error;
    }
  }
  throw new BadDataError(`Matching ${matched} with the naming pattern ^${pattern}$ takes too long: the pattern has to be made simpler.`);
}
