import type { Tx } from '../../../core/event/tx.js';
import { ApiError } from '../../../platform/errors/api-error.js';
import { OtherStatus } from '../../../platform/http/endpoint.js';
import { currentDryRun } from '../dry-run.js';
import { GUARD_LEVELS, type GuardLevel, type WarningResponse } from '../impact.response.js';
import type { GuardWish } from './change-guard.dto.js';
import { type Use, USE_EVERYWHERE, USE_IN_ENVIRONMENT } from './change-guard.sql.js';

/** The features are in use, and the guard blocks turning them off or archiving them. */
export class GuardedChangeError extends ApiError {
  readonly status = 409;

  constructor(
    message: string,
    private readonly warnings: readonly WarningResponse[],
  ) {
    super(message);
  }

  override body(): object {
    return { ...(super.body() as object), warnings: this.warnings };
  }
}

/** Live features that are about to be turned off or archived, whose rows are locked. */
interface GuardedChange {
  features: readonly string[];
  project: string;
  /** The environment in which they are turned off; null for archiving. */
  environment: string | null;
  /** The setting of the project. */
  setting: GuardLevel;
}

/**
 * Finds out whether features are in use, unless neither the project nor the caller asks for it, or
 * the change is forced or not to be checked. The rows of the features are locked, so a dependency
 * that is added at the same time is either seen here or waits for the change.
 * @returns The warnings to respond with; none in a dry run, which shows them itself.
 * @throws GuardedChangeError when the features are in use and the change is to be blocked.
 */
export async function warningsOf(
  tx: Tx,
  { features, project, environment, setting }: GuardedChange,
  wish: GuardWish,
): Promise<WarningResponse[]> {
  if (!('atLeast' in wish) || features.length === 0) return [];
  const guard = stricterOf(setting, wish.atLeast);
  if (guard === 'none') return [];
  const statement = environment === null ? USE_EVERYWHERE : USE_IN_ENVIRONMENT;
  const hidden = tx.actor.hiddenProjects ?? [];
  const [use] = await tx.query(statement, [hidden, environment, project, features, false]);
  const warnings = warningsAbout(use!);
  if (warnings.length === 0) return [];
  const dryRun = currentDryRun();
  if (dryRun) {
    dryRun.finding = { guard, warnings };
    return [];
  }
  if (guard === 'block') throw refusal(warnings, environment === null);
  return warnings;
}

/** The response to a change that usually has none: the warnings, if there are any. */
export function warned(warnings: WarningResponse[]): OtherStatus | undefined {
  return warnings.length > 0 ? new OtherStatus(200, { warnings }) : undefined;
}

/** The data of the event of a change: why it was forced, if it was. */
export function forcedData(wish: GuardWish): { data?: { reason: string } } {
  return 'forcedFor' in wish ? { data: { reason: wish.forcedFor } } : {};
}

/** Whether features may be turned off although the environment requires approvals. */
export function skipsApproval(wish: GuardWish): boolean {
  return 'forcedFor' in wish && wish.skipsApproval === true;
}

function stricterOf(one: GuardLevel, other: GuardLevel): GuardLevel {
  return GUARD_LEVELS[Math.max(GUARD_LEVELS.indexOf(one), GUARD_LEVELS.indexOf(other))]!;
}

/** The warnings about features that are turned off or archived. */
export function warningsAbout({ dependents, evaluated }: Use): WarningResponse[] {
  const warnings: WarningResponse[] = [];
  if (dependents.count > 0)
    warnings.push({
      type: 'dependents',
      message: aboutDependents(dependents.count),
      count: dependents.count,
      features: dependents.names,
    });
  if (evaluated.count > 0)
    warnings.push({
      type: 'evaluations',
      message:
        `Production evaluated ${evaluated.count === 1 ? 'a feature' : 'features'} as true ` +
        `${evaluated.yes} times since ${evaluated.since}.`,
      count: evaluated.count,
      features: evaluated.names,
      yes: evaluated.yes,
      since: evaluated.since,
    });
  return warnings;
}

const aboutDependents = (count: number): string =>
  count === 1
    ? '1 dependent feature is on and would be off as well.'
    : `${count} dependent features are on and would be off as well.`;

/** A feature on which others depend cannot be archived at all, so forcing does not help there. */
function refusal(warnings: WarningResponse[], isArchiving: boolean): GuardedChangeError {
  const reasons = warnings.map(({ message }) => message).join(' ');
  const remedy =
    isArchiving && warnings.some(({ type }) => type === 'dependents')
      ? 'Remove the dependencies first.'
      : 'To make the change in any case, repeat it with force=true and a reason.';
  return new GuardedChangeError(`Nothing was changed. ${reasons} ${remedy}`, warnings);
}
