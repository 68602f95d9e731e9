import { Injectable } from '@nestjs/common';
import { AuthorLookup } from '../../auth/author-lookup.js';
import { PermissionError } from '../../auth/caller/auth.errors.js';
import { isSuspending, SchedulingService } from '../../change-request/scheduling.service.js';
import { type DueRequest, READ_NEXT } from '../../change-request/scheduling.sql.js';
import { Database } from '../../database/database.js';
import { DatabaseErrorTranslator } from '../../database/database-error-translator.js';
import { UnitOfWork } from '../../event/unit-of-work.js';
import {
  type DueWork,
  executeClaimed,
  INTERNAL_ERROR,
  Obstacle,
  type Outcome,
  refusalOf,
  requireAuthor,
  whenCommitted,
} from './due-work.js';
import { type SuspendedChange, SuspensionMails } from './suspension-mails.js';

/**
 * Applies scheduled change requests that are due, with the permissions of who scheduled them. Late
 * ones are applied at once.
 */
@Injectable()
export class ChangeRequestExecutionService implements DueWork {
  readonly kind = 'change-request';

  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly database: Database,
    private readonly requests: SchedulingService,
    private readonly authors: AuthorLookup,
    private readonly errors: DatabaseErrorTranslator,
    private readonly mails: SuspensionMails,
  ) {}

  async readNext(except: readonly number[]): Promise<number | null> {
    const [next] = await this.database.run(READ_NEXT, [except], 'scheduled');
    return next!.milliseconds;
  }

  executeNext(except: readonly number[]): Promise<Outcome | undefined> {
    return executeClaimed(
      this.unitOfWork,
      (tx) => this.requests.claim(except, tx),
      (due) => this.act(due),
    );
  }

  giveUp(id: number): Promise<void> {
    return this.requests.giveUp(id, INTERNAL_ERROR);
  }

  private async act(due: DueRequest): Promise<Outcome> {
    try {
      await this.requests.apply(due, await requireAuthor(due, this.authors));
      return 'executed';
    } catch (error) {
      const reason = refusalOf(error, this.errors);
      if (reason === undefined) throw error;
      const hasChanged =
        error instanceof Obstacle || error instanceof PermissionError || isSuspending(error);
      await this.requests.stop(due, hasChanged ? 'suspended' : 'failed', reason);
      whenCommitted(() => void this.mails.send(mailOf(due, reason)));
      return 'suspended';
    }
  }
}

function mailOf({ id, userId, project, environment }: DueRequest, reason: string): SuspendedChange {
  return {
    userId,
    what: `The change request ${id} in the environment "${environment}"`,
    reason,
    path: ['projects', project],
  };
}
