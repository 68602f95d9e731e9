import type { Type as Class } from '@nestjs/common';
import type { Caller } from '../../../core/auth/caller/caller.js';
import { BadDataError } from '../../../platform/errors/general.errors.js';
import type { RolePermission } from '../../../platform/http/permission.js';
import { checkedList, validated } from '../../../platform/http/validation/validation.pipe.js';

/** What a change request can change about the release plan of a feature. */
export const PLAN_ACTIONS = [
  'deleteReleasePlan',
  'startMilestone',
  'updateMilestoneStrategy',
  'changeMilestoneProgression',
  'deleteMilestoneProgression',
  'resumeMilestoneProgression',
  'changeSafeguard',
  'deleteSafeguard',
] as const;

/** What a change request can change, with the names of the reference. */
export const ACTIONS = [
  'updateEnabled',
  'addStrategy',
  'updateStrategy',
  'deleteStrategy',
  'reorderStrategy',
  'patchVariant',
  'archiveFeature',
  'addDependency',
  'deleteDependency',
  'updateSegment',
  'deleteSegment',
  'addReleasePlan',
  ...PLAN_ACTIONS,
] as const;

/** What a change of a change request changes. */
export type ActionName = (typeof ACTIONS)[number];

/** What a change of a change request changes about release plans. */
export type ReleasePlanAction = 'addReleasePlan' | (typeof PLAN_ACTIONS)[number];

/** Permissions of which one is enough to turn features off, and therefore to plan it. */
export const TO_TURN_OFF: readonly RolePermission[] = [
  'UPDATE_FEATURE_ENVIRONMENT',
  'DISABLE_FEATURE_ENVIRONMENT',
];

/** Where a change is made. `featureName` is empty for segments. */
export interface ChangePlace {
  readonly projectId: string;
  readonly environment: string;
  readonly featureName: string;
}

/** A valid payload, and what it means. */
export interface ReadPayload {
  readonly payload: unknown;
  /** Id of the segment to change; null for changes of features. */
  readonly segment: number | null;
  /** Permissions of which the author needs one; none when the service checks them. */
  readonly anyOf: readonly RolePermission[];
  readonly apply: (at: ChangePlace, caller: Caller) => Promise<unknown>;
}

/** Validates a payload. `path` is its position in error messages. */
export type ChangeAction = (payload: unknown, path: string) => Promise<ReadPayload>;

/** One kind of change: it uses the services of the operation that makes it directly. */
interface Definition<Payload> {
  /** The segment that a payload names; absent for changes of features. */
  readonly segmentOf?: (payload: Payload) => number;
  readonly anyOf: (payload: Payload) => readonly RolePermission[];
  readonly apply: (at: ChangePlace, payload: Payload, caller: Caller) => Promise<unknown>;
}

/** Defines a kind of change. `read` validates its payload. */
export const action =
  <Payload>(
    read: (payload: unknown, path: string) => Promise<Payload>,
    { segmentOf, anyOf, apply }: Definition<Payload>,
  ): ChangeAction =>
  async (given, path) => {
    const payload = await read(given, path);
    return {
      payload,
      segment: segmentOf?.(payload) ?? null,
      anyOf: anyOf(payload),
      apply: (at, caller) => apply(at, payload, caller),
    };
  };

/**
 * A payload that is an object of a class, and may be absent.
 * @param check Throws when the properties contradict each other.
 */
export const objectOf =
  <T extends object>(type: Class<T>, check?: (payload: T) => unknown) =>
  async (payload: unknown, path: string): Promise<T> => {
    const valid = await validated(type, payload ?? {}, path);
    check?.(valid);
    return valid;
  };

/** A payload that is a list of objects of a class. */
export const listOf =
  <T extends object>(item: Class<T>) =>
  (payload: unknown, path: string): Promise<T[]> => {
    if (!Array.isArray(payload))
      throw new BadDataError('The payload must be a list.', [
        { message: 'The payload must be a list.', path },
      ]);
    return checkedList(item, payload, path);
  };
