import { Injectable } from '@nestjs/common';
import type { Pool, QueryResultRow } from 'pg';
import { DataSource } from 'typeorm';
import { repeatedly } from './repetition.js';

/**
 * A statement that PostgreSQL parses and plans once per connection. Give each a name of its own: the name is what PostgreSQL keeps the plan under.
 */
export interface Statement {
  readonly name: string;
  readonly text: string;
}

/** The pool behind TypeORM, for what is read or written by one prepared statement. Everything else goes through the UnitOfWork. */
@Injectable()
export class Database {
  constructor(private readonly source: DataSource) {}

  /** Runs a prepared statement outside any transaction of ours: it is one by itself, and is repeated like one that meets a deadlock. */
  async run<T extends QueryResultRow>(statement: Statement, values: unknown[] = []): Promise<T[]> {
    const result = await repeatedly(() => this.pool.query<T>({ name: statement.name, text: statement.text, values }));
    return result.rows;
  }

  /** Runs a statement whose text is built for the question at hand, such as a search. */
  async query<T extends QueryResultRow>(text: string, values: unknown[] = []): Promise<T[]> {
    const result = await this.pool.query<T>(text, values);
    return result.rows;
  }

  /** As {@link query}, but broken off by PostgreSQL (57014) when it takes longer: for what a caller can make arbitrarily slow. */
  async queryWithin<T extends QueryResultRow>(milliseconds: number, text: string, values: unknown[] = []): Promise<T[]> {
    const client = await this.pool.connect();
    try {
      await client.query(`BEGIN READ ONLY; SET LOCAL statement_timeout = ${Math.trunc(milliseconds)}`);
      const result = await client.query<T>(text, values);
      return result.rows;
    } finally {
      // Whatever could not be rolled back must not be handed to the next one.
      client.release(
        await client.query('ROLLBACK').then(
          () => undefined,
          (error: unknown) => error as Error,
        ),
      );
    }
  }

  /** How many connections there are, how many of them have nothing to do, and how many callers wait for one. */
  get load(): { total: number; idle: number; waiting: number } {
    const { totalCount, idleCount, waitingCount } = this.pool;
    return { total: totalCount, idle: idleCount, waiting: waitingCount };
  }

  /** TypeORM's own pool, so that the configured size bounds all connections together. */
  private get pool(): Pool {
    return (this.source.driver as unknown as { master: Pool }).master;
  }
}
