import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { Database } from '../database/database.js';
import { DatabaseErrorTranslator } from '../database/database-error-translator.js';
import { retryTransaction } from '../database/retry.js';
import type { Actor } from './actor.js';
import { Commits } from './commits.js';
import { Tx } from './tx.js';

/** Runs work in one transaction, which commits entirely or not at all. */
@Injectable()
export class UnitOfWork {
  constructor(
    private readonly source: DataSource,
    private readonly database: Database,
    private readonly commits: Commits,
    private readonly errors: DatabaseErrorTranslator,
  ) {}

  /**
   * Runs `work` and commits. After a deadlock `work` runs again from the beginning, so it must have
   * no effects outside its `tx`.
   */
  async run<T>(actor: Actor, work: (tx: Tx) => Promise<T>): Promise<T> {
    return retryTransaction(
      () => this.once(actor, work),
      (error) => this.errors.isTransient(error),
    );
  }

  private async once<T>(actor: Actor, work: (tx: Tx) => Promise<T>): Promise<T> {
    let tx: Tx | undefined;
    const result = await this.database.withPlace('general', () =>
      this.source.transaction((manager) => work((tx = new Tx(manager, actor)))),
    );
    if (tx!.events.length > 0) this.commits.announce(tx!.events);
    return result;
  }
}
