import { Injectable } from '@nestjs/common';
import { AuthorLookup } from '../../auth/author-lookup.js';
import { PermissionError } from '../../auth/caller/auth.errors.js';
import { isSuspending, SchedulingService } from '../../change-request/scheduling.service.js';
import { type DueRequest, READ_NEXT } from '../../change-request/scheduling.sql.js';
import { Database } from '../../database/database.js';
import { DatabaseErrorTranslator } from '../../database/database-error-translator.js';
import { SYSTEM } from '../../event/actor.js';
import { UnitOfWork } from '../../event/unit-of-work.js';
import {
  AUTHOR_GONE,
  type DueWork,
  ExecutionFailedError,
  INTERNAL_ERROR,
  Obstacle,
  type Outcome,
  PROJECT_HIDDEN,
  refusalOf,
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
    const [next] = await this.database.run(READ_NEXT, [except]);
    return next!.milliseconds;
  }

  async executeNext(except: readonly number[]): Promise<Outcome | undefined> {
    let id: number | undefined;
    try {
      return await this.unitOfWork.together(async () => {
        const due = await this.unitOfWork.run(SYSTEM, (tx) => this.requests.claim(except, tx));
        id = due?.id;
        return due && (await this.act(due));
      });
    } catch (error) {
      throw id === undefined ? error : new ExecutionFailedError(id, error);
    }
  }

  giveUp(id: number): Promise<void> {
    return this.requests.giveUp(id, INTERNAL_ERROR);
  }

  private async act(due: DueRequest): Promise<Outcome> {
    try {
      const author = await this.authors.find(due);
      if (!author) throw new Obstacle(AUTHOR_GONE);
      if (!author.sees(due.project)) throw new Obstacle(PROJECT_HIDDEN);
      await this.requests.apply(due, author);
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
