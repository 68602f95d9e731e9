import { Injectable } from '@nestjs/common';
import { placeFor } from '../../core/auth/current-caller.js';
import { PermissionError } from '../../core/auth/caller/auth.errors.js';
import type { Caller } from '../../core/auth/caller/caller.js';
import { BadDataError, ExceedsLimitError } from '../../platform/errors/general.errors.js';
import type { RolePermission } from '../../platform/http/permission.js';
import { validated } from '../../platform/http/validation/validation.pipe.js';
import type { ProjectEnvironmentParams } from '../../flags/project/project.dto.js';
import type { ActionName } from './actions/change-action.js';
import { ChangeActions } from './actions/change-actions.js';
import { ChangeSubjectDto } from './change-request.dto.js';
import type { ChangePayload } from '../../core/event/planned-events.js';

/** Maximum number of changes of a change request. */
export const MAX_CHANGES = 100;
/** Maximum length of the JSON of all payloads of a change request, in characters. */
export const MAX_CHARACTERS = 500_000;

/** A change that has been validated. */
export interface Change {
  readonly action: ActionName;
  /** Null for segments. */
  readonly feature: string | null;
  /** Null for features. */
  readonly segment: number | null;
  readonly payload: unknown;
}

/** A change with the permissions of which its author needs one. */
export interface ReadChange extends Change {
  readonly anyOf: readonly RolePermission[];
}

/** A change as a client sends it or as it is stored. */
type GivenChange = Readonly<Record<string, unknown>>;

/** Validates changes and makes them. */
@Injectable()
export class Changes {
  constructor(private readonly actions: ChangeActions) {}

  /**
   * Validates the changes of a body: one, or a list.
   * @throws BadDataError, ExceedsLimitError
   */
  async read(body: unknown): Promise<ReadChange[]> {
    const isList = Array.isArray(body);
    const given: unknown[] = isList ? body : [body];
    if (given.length === 0) throw new BadDataError('Give at least one change.');
    requireFew(given.length);
    const changes: ReadChange[] = [];
    for (const [index, one] of given.entries())
      changes.push(await this.readOne(one, isList ? `/body/${index}` : '/body'));
    return changes;
  }

  private async readOne(given: unknown, path: string): Promise<ReadChange> {
    const { payload, ...subject } = objectIn(given, path);
    const dto = await validated(ChangeSubjectDto, subject, path);
    const action = dto.action as ActionName;
    const valid = await this.actions.table[action](payload, `${path}/payload`);
    const { segment, anyOf } = valid;
    if (segment === null && dto.feature === undefined)
      throw new BadDataError(`The action ${action} requires the name of a feature.`, [
        { message: 'The name of a feature is required.', path: `${path}/feature` },
      ]);
    const feature = segment === null ? (dto.feature ?? null) : null;
    return { action, feature, segment, anyOf, payload: valid.payload };
  }

  /**
   * Checks that somebody may make the changes directly, apart from the approval.
   * @throws PermissionError
   */
  requireMay(
    caller: Caller,
    { projectId: project, environment }: ProjectEnvironmentParams,
    changes: readonly ReadChange[],
  ): void {
    for (const { anyOf } of changes) {
      const place = placeFor(caller, { project, environment });
      if (anyOf.length > 0 && !anyOf.some((one) => caller.may(one, place)))
        throw new PermissionError([...anyOf]);
    }
  }

  /** Makes a change, with the errors of the direct operation. */
  async apply(at: ProjectEnvironmentParams, change: Change, caller: Caller): Promise<void> {
    const { apply } = await this.actions.table[change.action](change.payload, '/payload');
    const { projectId, environment } = at;
    await apply({ projectId, environment, featureName: change.feature ?? '' }, caller);
  }
}

/** Actions whose result depends on changes of other features. */
const SPANNING: ReadonlySet<ActionName> = new Set<ActionName>([
  'archiveFeature',
  'addDependency',
  'deleteDependency',
  'updateSegment',
  'deleteSegment',
]);

/**
 * Splits changes into groups that can be tried out one after the other, so that no feature stays
 * locked while others are tried out: by feature, unless changes of one depend on another.
 */
export function independentGroups<C extends Change>(changes: readonly C[]): (readonly C[])[] {
  if (isSpanning(changes)) return [changes];
  const groups = new Map<string | null, C[]>();
  for (const change of changes) {
    const group = groups.get(change.feature);
    if (group) group.push(change);
    else groups.set(change.feature, [change]);
  }
  return [...groups.values()];
}

/** Whether changes concern other features, and so possibly other environments, too. */
function isSpanning(changes: readonly Pick<Change, 'action'>[]): boolean {
  return changes.some(({ action }) => SPANNING.has(action));
}

/** Where changes of a request in an environment require a confirmation. */
export function confirmationPlace(
  { projectId, environment }: ProjectEnvironmentParams,
  changes: readonly Pick<Change, 'action'>[],
): Partial<ProjectEnvironmentParams> {
  return isSpanning(changes) ? { projectId } : { projectId, environment };
}

/** @throws ExceedsLimitError */
export function requireFew(changes: number): void {
  if (changes > MAX_CHANGES)
    throw new ExceedsLimitError(
      `A change request can have at most ${MAX_CHANGES} changes, not ${changes}.`,
    );
}

function objectIn(given: unknown, path: string): GivenChange {
  if (given !== null && typeof given === 'object' && !Array.isArray(given))
    return given as GivenChange;
  throw new BadDataError('A change must be an object.', [{ message: 'must be an object', path }]);
}

/** A change without what identifies it. */
export interface ChangeContent {
  action: string;
  /** Name of the feature; null when a segment is changed. */
  feature: string | null;
  /** Id of the segment; null when a feature is changed. */
  segment: number | null;
  payload: unknown;
  /** Description of the token of the agent that proposed it; null for people. */
  proposedBy?: string | null;
}

/** A change as it is recorded. */
export function payloadOf(
  changeRequestId: number,
  changeId: number,
  { action, feature, segment, payload, proposedBy }: ChangeContent,
): ChangePayload {
  return {
    changeRequestId,
    changeId,
    action,
    ...(feature === null ? {} : { feature }),
    ...(segment === null ? {} : { segment }),
    payload,
    ...(typeof proposedBy === 'string' ? { proposedBy } : {}),
  };
}
