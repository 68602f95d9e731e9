import { placeFor } from '../../../core/auth/current-caller.js';
import { PermissionError } from '../../../core/auth/caller/auth.errors.js';
import type { Caller } from '../../../core/auth/caller/caller.js';
import { BadDataError } from '../../../platform/errors/general.errors.js';
import { Flag, OneOf, Text } from '../../../platform/http/validation/shape.decorators.js';
import type { RolePermission } from '../../../platform/http/permission.js';
import { GUARD_LEVELS, type GuardLevel } from '../impact.response.js';

/** Permissions to turn features off. */
const TURNING_OFF = ['UPDATE_FEATURE_ENVIRONMENT', 'DISABLE_FEATURE_ENVIRONMENT'] as const;
/** Permissions to turn features off, with a reason, where changes require approvals. */
const SKIPPING = ['DISABLE_FEATURE_ENVIRONMENT', 'SKIP_CHANGE_REQUEST'] as const;
/**
 * Permissions of which one is enough to turn features off, for a reason at least. Turning off has a
 * separate one, for users on call who may not turn anything on.
 */
export const TO_TURN_OFF = [...TURNING_OFF, 'SKIP_CHANGE_REQUEST'] as const;
/** Text in one line: no control characters and no line separators. */
const ONE_LINE = /^[^\u0000-\u001f\u007f-\u009f\u2028\u2029]*$/;

/** What to do about features that are in use, when they are turned off or archived. */
export class GuardQuery {
  /**
   * What to do when other features that are on depend on the features, or a production environment
   * evaluated them as true recently: change them (`none`, the default), change them and return
   * `warnings` (`warn`), or refuse with 409 (`block`). The project can have a stricter setting,
   * which counts then.
   */
  @OneOf(GUARD_LEVELS, { optional: true })
  guard?: GuardLevel;
  /**
   * Whether to make the change in any case. Requires a `reason`. With
   * `DISABLE_FEATURE_ENVIRONMENT` or `SKIP_CHANGE_REQUEST`, features can be turned off in this way
   * even where changes require approvals.
   */
  @Flag({ optional: true })
  force?: boolean;
  /** Why the change is made in any case, in one line; recorded in its event. Requires `force`. */
  @Text({
    optional: true,
    trim: true,
    min: 1,
    max: 500,
    pattern: ONE_LINE,
    wanted: 'one line without control characters',
  })
  reason?: string;
}

/**
 * How strict a change is to be: at least at some level, forced for a reason, or not checked at all,
 * as when a change is undone.
 */
export type GuardWish =
  { forcedFor: string; skipsApproval?: boolean } | { atLeast: GuardLevel } | { isUnchecked: true };

/** @throws BadDataError when `force` and `reason` do not come together. */
export function guardWishOf({ guard, force, reason }: GuardQuery): GuardWish {
  if (force && reason === undefined)
    throw new BadDataError('Give a reason: force=true requires the parameter reason.');
  if (!force && reason !== undefined)
    throw new BadDataError('The parameter reason is only used with force=true.');
  return reason === undefined ? { atLeast: guard ?? 'none' } : { forcedFor: reason };
}

/**
 * The wish of a caller who turns features off. In an emergency, those who may only skip change
 * requests can do so too, with a reason.
 * @throws BadDataError as {@link guardWishOf}.
 * @throws PermissionError when the caller may only turn features off with a reason.
 */
export function turnOffWishOf(
  query: GuardQuery,
  caller: Caller,
  { projectId: project, environment }: { projectId: string; environment: string },
): GuardWish {
  const wish = guardWishOf(query);
  const may = (...anyOf: readonly RolePermission[]): boolean =>
    anyOf.some((one) => caller.may(one, placeFor(caller, { project, environment })));
  if ('forcedFor' in wish) return { ...wish, skipsApproval: may(...SKIPPING) };
  if (may(...TURNING_OFF)) return wish;
  if (!may('SKIP_CHANGE_REQUEST')) throw new PermissionError([...TURNING_OFF]);
  throw new PermissionError(
    [...TURNING_OFF],
    'With SKIP_CHANGE_REQUEST you can turn features off in an emergency: repeat the request with ' +
      'force=true and a reason. Otherwise you need one of these permissions: ' +
      `${TURNING_OFF.join(', ')}.`,
  );
}
