import { Injectable } from '@nestjs/common';
import { placeFor } from '../../core/auth/current-caller.js';
import { PermissionError } from '../../core/auth/caller/auth.errors.js';
import type { Caller } from '../../core/auth/caller/caller.js';
import { ConfirmationGate } from '../../core/auth/session/confirmation-gate.js';
import { DatabaseErrorTranslator } from '../../platform/database/constraint-errors.js';
import { ApiError } from '../../platform/errors/api-error.js';
import type { Language } from '../../platform/http/language.js';
import { wordsOf } from '../../audit/audit-log/event/event-words.js';
import {
  type ApprovalPlace,
  ApprovalRequiredError,
  whilePreviewing,
} from '../../core/event/approval.js';
import { whileUndoing } from '../../core/event/circumstances.js';
import { UnitOfWork } from '../../core/event/unit-of-work.js';
import type { Need } from './inverse.js';
import { Inverses } from './inverses.js';
import { UndoneEvents } from './undone-events.js';
import type {
  NeededPermissionResponse,
  RecordedChangeResponse,
  UndoPreviewResponse,
  UndoResponse,
  UndoScope,
} from './undo.dto.js';
import { EventNotUndoableError, InverseRefusedError } from './undo.errors.js';
import { needsOf, planOf, type RecordedChange, undoneIn, type UndoPlan } from './undo-plan.js';

/** As many changes as a change request can have, so that one can contain them. */
const MOST_WITH_STATES = 100;
const MOST_CHARACTERS_OF_STATES = 1_000_000;

/** What would be undone, or why it cannot be. */
interface Rehearsal {
  events: RecordedChangeResponse[];
  reason: string | null;
  /** Where others have to approve it. */
  proposeIn?: ApprovalPlace;
}

/**
 * Undoes changes by carrying out the inverse changes, in one transaction. The rows are locked and
 * compared with what the event left, so that later changes are never overwritten.
 */
@Injectable()
export class UndoService {
  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly inverses: Inverses,
    private readonly events: UndoneEvents,
    private readonly confirmations: ConfirmationGate,
    private readonly errors: DatabaseErrorTranslator,
  ) {}

  /**
   * Undoes an event, or all events of its transaction.
   * @throws NotFoundError when there is no such event, or the caller cannot see it.
   * @throws PermissionError when the permission of an inverse operation is missing.
   * @throws EventNotUndoableError, EventAlreadyUndoneError, StateChangedSinceError or
   * InverseRefusedError with the reason why it cannot be undone.
   */
  async undo(id: number, scope: UndoScope, caller: Caller): Promise<UndoResponse> {
    return this.unitOfWork.together(async () => {
      const plan = planOf(await this.events.read(id, scope, caller), this.inverses.table);
      await this.admit(needsOf(plan), caller);
      return { undone: [...plan.ids], events: await this.carryOut(plan, caller, false) };
    });
  }

  /**
   * Shows what {@link undo} would do, by undoing it in a transaction that is rolled back.
   * @throws NotFoundError
   */
  async preview(
    id: number,
    scope: UndoScope,
    caller: Caller,
    language: Language,
  ): Promise<UndoPreviewResponse> {
    const { sentences } = await wordsOf(language);
    const undoneBy = await this.events.undoneBy(id, caller);
    const shown = { isPossible: false, undone: [], undoneBy, permissions: [], events: [] };
    try {
      const plan = planOf(await this.events.read(id, scope, caller), this.inverses.table);
      const permissions = needsOf(plan).map((need) => neededBy(need, caller));
      const rehearsal = await this.rehearse(plan, permissions, caller);
      const isPossible = rehearsal.reason === null;
      const events = rehearsal.events.map((event) => ({
        ...event,
        label: sentences[event.type]?.[0] ?? event.type,
      }));
      return { ...shown, isPossible, ...rehearsal, events, undone: [...plan.ids], permissions };
    } catch (error) {
      if (error instanceof EventNotUndoableError) return { ...shown, reason: error.message };
      throw error;
    }
  }

  private async rehearse(
    plan: UndoPlan,
    permissions: readonly NeededPermissionResponse[],
    caller: Caller,
  ): Promise<Rehearsal> {
    const missing = permissions.find(({ isGranted }) => !isGranted);
    if (missing) return { events: [], reason: new PermissionError(missing.anyOf).message };
    return this.attempt(() => this.unitOfWork.rehearse(() => this.carryOut(plan, caller, true)));
  }

  /** Rehearses it; a second time as if it was approved, if only that is missing. */
  private async attempt(
    work: () => Promise<RecordedChangeResponse[]>,
    missing?: ApprovalRequiredError,
  ): Promise<Rehearsal> {
    const { proposeIn, message: reason = null } = missing ?? {};
    try {
      if (!proposeIn) return { events: await work(), reason };
      return { events: await whilePreviewing(proposeIn, work), reason, proposeIn };
    } catch (error) {
      const isProposable = error instanceof ApprovalRequiredError && error.proposeIn;
      if (isProposable && !missing) return this.attempt(work, error);
      const refusal = this.refusalOf(error);
      if (refusal) return { events: [], reason: refusal.message };
      throw error;
    }
  }

  private async admit(needs: readonly Need[], caller: Caller): Promise<void> {
    for (const need of needs) {
      if (!isGranted(need, caller)) throw new PermissionError([...need.anyOf]);
      const { confirm, project: projectId, environment } = need;
      await this.confirmations.requireIn(caller, confirm, {
        ...(projectId === undefined ? {} : { projectId }),
        ...(environment === undefined ? {} : { environment }),
      });
    }
  }

  private async carryOut(
    plan: UndoPlan,
    caller: Caller,
    isPreview: boolean,
  ): Promise<RecordedChangeResponse[]> {
    await this.events.mark(plan.ids, caller);
    for (const step of plan.steps)
      await whileUndoing(undoneIn(step), () => step.inverse.undo(step.events, caller)).catch(
        (error: unknown) => this.refuse(error),
      );
    const changes = await this.events.recorded(plan, caller);
    const areStatesShown = isPreview && (plan.ids.length === 1 || areFew(changes));
    return changes.map((change) => shownAs(change, isPreview, areStatesShown));
  }

  /** Makes a refusal of the inverse operation the reason why the event cannot be undone. */
  private refuse(error: unknown): never {
    const obstacle = this.errors.obstacle(error);
    throw obstacle ? new InverseRefusedError(obstacle.message) : error;
  }

  /** The error that the caller would get; undefined when it is none of the caller's. */
  private refusalOf(error: unknown): ApiError | undefined {
    const refusal = error instanceof ApiError ? error : this.errors.translate(error);
    return refusal && refusal.status < 500 ? refusal : undefined;
  }
}

/** Previews have no ids, and those of many or large events no states. */
function shownAs(
  { id, data, preData, ...change }: RecordedChange,
  isPreview: boolean,
  areStatesShown: boolean,
): RecordedChangeResponse {
  if (!isPreview) return { id, ...change };
  return areStatesShown ? { ...change, data, preData } : change;
}

/** Whether the states of several changes can be shown. */
function areFew(changes: readonly RecordedChange[]): boolean {
  if (changes.length > MOST_WITH_STATES) return false;
  const states = changes.map(({ data, preData }) => [data, preData]);
  return JSON.stringify(states).length <= MOST_CHARACTERS_OF_STATES;
}

function isGranted({ anyOf, project, environment }: Need, caller: Caller): boolean {
  return anyOf.some((one) => caller.may(one, placeFor(caller, { project, environment })));
}

function neededBy(need: Need, caller: Caller): NeededPermissionResponse {
  return {
    anyOf: [...need.anyOf],
    project: need.project ?? null,
    environment: need.environment ?? null,
    isGranted: isGranted(need, caller),
  };
}
