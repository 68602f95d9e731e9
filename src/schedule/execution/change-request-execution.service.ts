import { Injectable } from '@nestjs/common';
import { PermissionError } from '../../auth/caller/auth.errors.js';
import { isSuspending, SchedulingService } from '../../change-request/scheduling.service.js';
import { type DueRequest, READ_NEXT } from '../../change-request/scheduling.sql.js';
import { Database } from '../../database/database.js';
import { DueExecution } from './due-execution.js';
import { type DueWork, INTERNAL_ERROR, Obstacle, type Outcome } from './due-work.js';

/**
 * Applies scheduled change requests that are due, with the permissions of who scheduled them. Late
 * ones are applied at once.
 */
@Injectable()
export class ChangeRequestExecutionService implements DueWork {
  readonly kind = 'change-request';
  readonly atOnce = 4;
  readonly retryMs = 5_000;

  constructor(
    private readonly database: Database,
    private readonly requests: SchedulingService,
    private readonly execution: DueExecution,
  ) {}

  async readNext(except: readonly number[]): Promise<number | null> {
    const [next] = await this.database.run(READ_NEXT, [except], 'scheduled');
    return next!.milliseconds;
  }

  executeNext(except: readonly number[]): Promise<Outcome | undefined> {
    return this.execution.claimed(
      { connections: 'scheduled' },
      (tx) => this.requests.claim(except, tx),
      (due) => this.act(due),
    );
  }

  giveUp(id: number): Promise<void> {
    return this.requests.giveUp(id, INTERNAL_ERROR);
  }

  private act(due: DueRequest): Promise<Outcome> {
    const { id, project, environment } = due;
    return this.execution.attempt(due, {
      work: (author) => this.requests.apply(due, author),
      suspend: (reason, error) =>
        this.requests.stop(due, hasChanged(error) ? 'suspended' : 'failed', reason),
      mail: {
        what: `The change request ${id} in the environment "${environment}"`,
        path: ['projects', project],
      },
    });
  }
}

/** Whether something was refused because of what happened since it was scheduled. */
function hasChanged(error: unknown): boolean {
  return error instanceof Obstacle || error instanceof PermissionError || isSuspending(error);
}
