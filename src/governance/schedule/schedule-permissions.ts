import { placeFor } from '../../core/auth/current-caller.js';
import { PermissionError } from '../../core/auth/caller/auth.errors.js';
import type { Caller } from '../../core/auth/caller/caller.js';
import { TO_TURN_OFF } from '../change-request/actions/change-action.js';
import type { FeatureEnvironmentParams } from '../../flags/feature/feature.dto.js';
import type { RolePermission } from '../../platform/http/permission.js';
import {
  type GuardQuery,
  turnOffWishOf,
} from '../../flags/preview/change-guard/change-guard.dto.js';
import { skipsApproval } from '../../flags/preview/change-guard/change-guard.js';
import type { SchedulePlan } from './schedule-plans.js';
import type { ScheduledAction } from './schedule.dto.js';

/** One of these is required at least; which one depends on the action. */
export const TO_SCHEDULE: readonly RolePermission[] = [
  'UPDATE_FEATURE_ENVIRONMENT',
  'DISABLE_FEATURE_ENVIRONMENT',
  'SKIP_CHANGE_REQUEST',
  'DELETE_FEATURE',
  'CREATE_FEATURE_STRATEGY',
  'UPDATE_FEATURE_STRATEGY',
  'DELETE_FEATURE_STRATEGY',
];

const TO_MAKE: Readonly<Record<ScheduledAction, RolePermission>> = {
  on: 'UPDATE_FEATURE_ENVIRONMENT',
  off: 'UPDATE_FEATURE_ENVIRONMENT',
  archive: 'DELETE_FEATURE',
  addStrategy: 'CREATE_FEATURE_STRATEGY',
  updateStrategy: 'UPDATE_FEATURE_STRATEGY',
  deleteStrategy: 'DELETE_FEATURE_STRATEGY',
};

/**
 * Checks that somebody may make a scheduled change now. What is reversed needs both permissions.
 * @throws PermissionError
 */
export function requireMay(
  { change: { anyOf }, durationMinutes }: Pick<SchedulePlan, 'change' | 'durationMinutes'>,
  caller: Caller,
  at: FeatureEnvironmentParams,
): void {
  requireAny(durationMinutes === null ? anyOf : ['UPDATE_FEATURE_ENVIRONMENT'], caller, at);
}

/**
 * Checks that somebody may prevent a change: with its permission, or if they may turn off.
 * @throws PermissionError
 */
export function requireToCancel(
  action: ScheduledAction,
  caller: Caller,
  at: FeatureEnvironmentParams,
): void {
  requireAny([TO_MAKE[action], ...TO_TURN_OFF], caller, at);
}

/** Whether a feature is turned off for a reason by somebody who may do so without an approval. */
export function isEmergency(
  { action, change, durationMinutes }: SchedulePlan,
  caller: Caller,
  at: FeatureEnvironmentParams,
): boolean {
  if (action !== 'off' || durationMinutes !== null) return false;
  return skipsApproval(turnOffWishOf(change.payload as GuardQuery, caller, at));
}

function requireAny(
  anyOf: readonly RolePermission[],
  caller: Caller,
  { projectId: project, environment }: FeatureEnvironmentParams,
): void {
  const place = placeFor(caller, { project, environment });
  if (!anyOf.some((one) => caller.may(one, place))) throw new PermissionError([...anyOf]);
}
