import { Injectable } from '@nestjs/common';
import { PermissionError } from '../../../core/auth/caller/auth.errors.js';
import { isSuspending, SchedulingService } from '../../change-request/scheduling.service.js';
import { type DueRequest, READ_NEXT } from '../../change-request/scheduling.sql.js';
import { DueExecution } from './due-execution.js';
import {
  type DueWork,
  INTERNAL_ERROR,
  Obstacle,
  OTHERS,
  type Outcome,
  TURNING_OFF,
  type WorkLimits,
} from './due-queue.js';

/**
 * Applies scheduled change requests that are due, with the permissions of who scheduled them. Late
 * ones are applied at once.
 */
@Injectable()
export class ChangeRequestExecutionService {
  /** Those that only turn features off, for which nothing else may be waited. */
  readonly turningOff: DueWork;
  readonly others: DueWork;

  constructor(
    private readonly requests: SchedulingService,
    private readonly execution: DueExecution,
  ) {
    this.turningOff = this.work(TURNING_OFF);
    this.others = this.work(OTHERS);
  }

  private work(limits: WorkLimits): DueWork {
    return this.execution.work({
      limits,
      kind: 'change-request',
      next: READ_NEXT,
      claim: (except, turnsOff, tx) => this.requests.claim(except, turnsOff, tx),
      act: (due) => this.act(due),
      giveUp: (id) => this.requests.giveUp(id, INTERNAL_ERROR),
    });
  }

  private act(due: DueRequest): Promise<Outcome> {
    const { id, project, environment } = due;
    return this.execution.attempt(due, {
      work: (author) => this.requests.apply(due, author),
      suspend: (reason, error) =>
        this.requests.stop(due, hasChanged(error) ? 'suspended' : 'failed', reason),
      mail: {
        what: ({ changeRequest }) => changeRequest(id, environment),
        path: ['projects', project],
      },
    });
  }
}

/** Whether something was refused because of what happened since it was scheduled. */
function hasChanged(error: unknown): boolean {
  return error instanceof Obstacle || error instanceof PermissionError || isSuspending(error);
}
