import { Logger } from '@nestjs/common';
import type { QueryConfig } from 'pg';
import type { PreparedStatements as Setting } from '../config/config.js';

/**
 * A prepared statement is missing or exists already, so sessions are shared, as behind a pooler in
 * transaction mode. PostgreSQL reports this before it executes anything.
 */
const NOT_OUR_SESSION = /^(42P05|26000)$/;

/** Whether a session has lost a prepared statement; nothing was executed then. */
export function isStatementLost(error: unknown): boolean {
  return NOT_OUR_SESSION.test((error as { code?: string } | null)?.code ?? '');
}

const SHARED_SESSIONS =
  'Sessions do not keep prepared statements (pooler?). Statements are now sent unprepared.';

/** Decides whether statements are sent prepared. */
export class PreparedStatements {
  /** False behind a pooler that does not keep prepared statements with their session. */
  private areKept: boolean;
  /** False once a transaction has failed because its session had lost a statement. */
  private areKeptInTransactions = true;

  constructor(private readonly setting: Setting) {
    this.areKept = setting !== 'false';
  }

  /** The statement with its name only if it is to be prepared. */
  configOf(config: QueryConfig): QueryConfig {
    return this.areKept ? config : withoutName(config);
  }

  /**
   * Sends a statement, prepared if it has a name. When its session has lost it, it is repeated
   * unprepared. With `DATABASE_PREPARED_STATEMENTS=auto` all later ones are unprepared as well.
   */
  send<T>(config: QueryConfig, send: (config: QueryConfig) => Promise<T>): Promise<T> {
    const unprepared = withoutName(config);
    if (!this.areKept || config.name === undefined) return send(unprepared);
    return send(config).catch((error: unknown) => {
      if (!isStatementLost(error)) throw error;
      this.learn(error);
      return send(unprepared);
    });
  }

  /** Like {@link configOf}, for a statement of a transaction, which cannot be repeated alone. */
  configInTransaction(config: QueryConfig): QueryConfig {
    return this.areKeptInTransactions ? this.configOf(config) : withoutName(config);
  }

  /**
   * Whether a transaction failed because its session had lost a statement. It can be repeated,
   * since transactions prepare nothing from then on.
   */
  wereLost(error: unknown): boolean {
    if (!isStatementLost(error)) return false;
    this.learn(error);
    this.areKeptInTransactions = false;
    return true;
  }

  /** With `DATABASE_PREPARED_STATEMENTS=auto`, prepares nothing more once a session lost one. */
  learn(error: unknown): void {
    if (this.setting !== 'auto' || !this.areKept || !isStatementLost(error)) return;
    new Logger('Database').warn(SHARED_SESSIONS);
    this.areKept = false;
  }
}

const withoutName = ({ text, values }: QueryConfig): QueryConfig => ({ text, values });
