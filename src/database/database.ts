import { Injectable } from '@nestjs/common';
import type { Pool, QueryResultRow } from 'pg';
import { DataSource } from 'typeorm';

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

  /** Runs a prepared statement outside any transaction of ours: it is one by itself. */
  async run<T extends QueryResultRow>(statement: Statement, values: unknown[] = []): Promise<T[]> {
    const result = await this.pool.query<T>({ name: statement.name, text: statement.text, values });
    return result.rows;
  }

  /** Runs a statement whose text is built for the question at hand, such as a search. */
  async query<T extends QueryResultRow>(text: string, values: unknown[] = []): Promise<T[]> {
    const result = await this.pool.query<T>(text, values);
    return result.rows;
  }

  /** TypeORM's own pool, so that the configured size bounds all connections together. */
  private get pool(): Pool {
    return (this.source.driver as unknown as { master: Pool }).master;
  }
}
