import { Injectable } from '@nestjs/common';
import type { Caller } from '../../core/auth/caller/caller.js';
import { ConfirmationGate } from '../../core/auth/session/confirmation-gate.js';
import { Database } from '../../platform/database/database.js';
import type { TransactionOptions } from '../../platform/database/request-transaction.js';
import { DatabaseErrorTranslator } from '../../platform/database/constraint-errors.js';
import { NotFoundError } from '../../platform/errors/general.errors.js';
import { whileApproved } from '../../core/event/approval.js';
import type { Tx } from '../../core/event/tx.js';
import { UnitOfWork } from '../../core/event/unit-of-work.js';
import { SwitchTurns } from '../../flags/feature/switch/switch-turns.js';
import type { ProjectEnvironmentParams } from '../../flags/project/project.dto.js';
import {
  ChangeNotApplicableError,
  ChangeRequestConflictError,
  ChangeRequestStateError,
  type Conflict,
} from './change-request.errors.js';
import { type ChangeRequestPlace, isOpen } from './change-request.dto.js';
import { FIND_PLACE } from './change-request.sql.js';
import {
  LIST_CHANGES,
  type LockedRequest,
  READ_PROGRESS,
  SET_STATE,
} from './change-request-write.sql.js';
import { type Change, Changes, confirmationPlace, independentGroups } from './changes.js';
import { addComment, lockRequest, placeOf, requireIn, requireOpen } from './request-lock.js';
import { READ_KIND } from './scheduling.sql.js';

type StoredChange = Change & { readonly id: number; readonly conflict: string | null };

/** Names of the features and ids of the segments that change requests change. */
export interface ChangedByRequest {
  readonly features: readonly string[];
  readonly segments: readonly number[];
}

/** The largest number of approvals that an environment can require. */
const MAX_REQUIRED_APPROVALS = 10;

/** An approved change request whose targets are locked and unchanged. */
interface Prepared {
  readonly request: LockedRequest;
  readonly required: number;
  readonly changes: readonly StoredChange[];
}

/**
 * Applies change requests: makes all changes with the services of the direct operations, in one
 * transaction.
 */
@Injectable()
export class ApplicationService {
  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly database: Database,
    private readonly changes: Changes,
    private readonly confirmations: ConfirmationGate,
    private readonly turns: SwitchTurns,
    private readonly errors: DatabaseErrorTranslator,
  ) {}

  /**
   * Makes all changes of an approved change request, or none.
   * @param inTurn Carries out changes that do not only turn off when the caller has a turn.
   * @throws NotFoundError when there is no such change request.
   * @throws PermissionError when the permission is missing.
   * @throws ChangeRequestStateError when it is closed or not approved often enough.
   * @throws ChangeRequestConflictError when what it touches has changed since.
   * @throws ChangeNotApplicableError when a change is not possible for another reason.
   */
  async apply(
    at: ChangeRequestPlace,
    comment: string | undefined,
    caller: Caller,
    inTurn = (work: () => Promise<void>): Promise<void> => work(),
  ): Promise<void> {
    const [kind] = await this.database.run(READ_KIND, [at.id], 'hot');
    if (!kind?.onlyTurnsOff)
      return inTurn(() => this.applyWith({ connections: 'general' }, at, comment, caller));
    // Like other ways to turn off, it waits without a connection, and has those of switches.
    const row = `change request ${at.id}`;
    await this.turns.inTurn('switch', row, caller.key, (lockMs) =>
      this.applyWith({ connections: 'hotTransaction', lockMs }, at, comment, caller),
    );
  }

  private applyWith(
    options: TransactionOptions,
    at: ChangeRequestPlace,
    comment: string | undefined,
    caller: Caller,
  ): Promise<void> {
    return this.unitOfWork.together(async () => {
      const prepared = await this.unitOfWork.run(caller, (tx) => prepare(at, caller, tx));
      const { request, required, changes } = prepared;
      const { project, environment } = request;
      const place = { projectId: project, environment };
      await this.confirmations.requireIn(caller, 'on', confirmationPlace(place, changes));
      await whileApproved(at.id, placeOf(request), required, () =>
        this.applyAll(changes, place, caller),
      );
      await this.unitOfWork.run(caller, (tx) => finish(request, comment, tx));
    }, options);
  }

  /**
   * Finds the place of a change request that can still be applied.
   * @throws NotFoundError when there is none that the caller may see.
   * @throws ChangeRequestStateError when it is closed.
   */
  async find(id: number, caller: Caller): Promise<ProjectEnvironmentParams> {
    const values = [id, caller.userId, caller.hiddenProjects] as const;
    const [place] = await this.database.run(FIND_PLACE, [...values]);
    if (!place) throw new NotFoundError(`There is no change request ${id}.`);
    const { projectId, environment, state } = place;
    if (isOpen(state)) return { projectId, environment };
    throw new ChangeRequestStateError(`The change request ${id} is ${state.toLowerCase()}.`);
  }

  /**
   * Makes the changes of a change request, group by group, and undoes each group at once. What a
   * group changes is locked meanwhile, so the work must be short.
   * @param work Called while the changes of a group are made, with what they change.
   * @returns The results of the work.
   * @throws ChangeNotApplicableError when a change is not possible.
   */
  async rehearse<T>(
    id: number,
    caller: Caller,
    work: (changed: ChangedByRequest) => Promise<T>,
  ): Promise<T[]> {
    const place = await this.find(id, caller);
    const changes = (await this.database.run(LIST_CHANGES, [id])) as StoredChange[];
    const of = { project: place.projectId, environment: place.environment };
    const results: T[] = [];
    // Nothing is kept, so it does not matter how many approvals the request has.
    for (const group of independentGroups(changes)) {
      const rehearsed = this.unitOfWork.rehearse(async (giveWay) => {
        await whileApproved(id, of, MAX_REQUIRED_APPROVALS, () =>
          this.applyAll(group, place, caller, giveWay),
        );
        return work(changedBy(group));
      });
      results.push(await rehearsed);
    }
    return results;
  }

  private async applyAll(
    changes: readonly StoredChange[],
    place: ProjectEnvironmentParams,
    caller: Caller,
    afterEach?: () => Promise<void>,
  ): Promise<void> {
    for (const change of changes) {
      await this.changes
        .apply(place, change, caller)
        .catch((error: unknown) => this.refuse(change, error));
      await afterEach?.();
    }
  }

  /** Makes a refusal of the direct operation the reason why the request cannot be applied. */
  private refuse({ id, action, feature, segment }: StoredChange, error: unknown): never {
    const obstacle = this.errors.obstacle(error);
    if (!obstacle) throw error;
    const subject = feature === null ? `segment ${segment}` : `feature "${feature}"`;
    throw new ChangeNotApplicableError(
      `Nothing was changed: change ${id} (${action} of the ${subject}) cannot be applied. ` +
        obstacle.message,
    );
  }
}

/**
 * Locks a change request that the caller may apply and that has the required approvals.
 * @throws NotFoundError, PermissionError, ChangeRequestStateError
 */
export async function lockApproved(
  at: ChangeRequestPlace,
  caller: Caller,
  tx: Tx,
): Promise<{ request: LockedRequest; required: number }> {
  const request = await lockRequest(tx, at, caller);
  const { state } = request;
  requireIn(request, caller, 'APPLY_CHANGE_REQUEST');
  requireOpen(request);
  const [progress] = await tx.query(READ_PROGRESS, [at.id]);
  const { approvals, minApprovals: required } = progress!;
  if (state === 'Draft' || approvals < required)
    throw new ChangeRequestStateError(
      `The change request ${at.id} has ${approvals} of ${required} required approvals.`,
    );
  return { request, required };
}

async function prepare(at: ChangeRequestPlace, caller: Caller, tx: Tx): Promise<Prepared> {
  const { request, required } = await lockApproved(at, caller, tx);
  await lockTargets(request, await readChanges(at.id, tx), tx);
  const changes = await readChanges(at.id, tx);
  const conflicts = changes.flatMap(conflictOf);
  if (conflicts.length > 0) throw new ChangeRequestConflictError(conflicts);
  return { request, required, changes };
}

function conflictOf({ id, action, feature, segment, conflict }: StoredChange): Conflict[] {
  if (conflict === null) return [];
  const subject = feature === null ? { segment: segment! } : { feature };
  return [{ changeId: id, action, ...subject, conflict }];
}

/** The features and segments that changes touch, each once. */
function changedBy(changes: readonly StoredChange[]): ChangedByRequest {
  return {
    features: [...new Set(changes.flatMap(({ feature }) => feature ?? []))],
    segments: [...new Set(changes.flatMap(({ segment }) => segment ?? []))],
  };
}

/** Locks what the changes touch, so that the comparison of versions stays true. */
async function lockTargets(
  { environment }: LockedRequest,
  changes: readonly StoredChange[],
  tx: Tx,
): Promise<void> {
  const { features: names, segments } = changedBy(changes);
  await tx.lock({
    features: { noKeyUpdate: names },
    featureEnvironments: { update: names.map((featureName) => ({ featureName, environment })) },
    segments: { update: segments },
  });
}

/** Reads the changes of a request, in the order in which they are applied. */
export async function readChanges(id: number, tx: Tx): Promise<StoredChange[]> {
  return (await tx.query(LIST_CHANGES, [id])) as StoredChange[];
}

async function finish(request: LockedRequest, comment: string | undefined, tx: Tx): Promise<void> {
  await tx.query(SET_STATE, [request.id, 'Applied']);
  const data = { changeRequestId: request.id };
  await tx.record({ type: 'change-request-applied', ...placeOf(request), data });
  if (comment !== undefined) await addComment(request, comment, tx);
}
