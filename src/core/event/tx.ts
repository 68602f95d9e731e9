import type {
  EntityManager,
  EntityTarget,
  ObjectLiteral,
  QueryDeepPartialEntity,
  Repository,
} from 'typeorm';
import type { PoolClient } from 'pg';
import type { PreparedStatements } from '../../platform/database/prepared-statements.js';
import { type Actor, plainAddress } from './actor.js';
import {
  type AffectedPlace,
  appliedRequest,
  approvalCheckOf,
  requireApproved,
} from './approval.js';
import { type DomainEvent, isAboutAccess } from './event.types.js';
import { type NameRank, newLockOrder, ranksLockedBy } from './lock-order.js';
import { FIND_AFFECTED, RECORD } from './recording.sql.js';
import { type LockedRows, type LockRequest, rowLocksOf, type RowRank } from './row-locks.js';
import {
  type AssembledStatement,
  type Statement,
  valuesOf,
} from '../../platform/database/statement.js';
import type { WatchedClient } from '../../platform/database/watched-client.js';
import { LOCK_NAME } from './tx.sql.js';
import { executedSchedule, undoneBy } from './circumstances.js';
import { Injectable } from '@nestjs/common';

/** An event and its actor: one entry of the audit log. */
export interface AuditEntry {
  actor: Actor;
  event: DomainEvent;
}

/** Maximum rows per statement. */
const BATCH = 200;
/** Maximum characters of JSON per statement, unless a single row is longer. */
const MAX_CHARACTERS = 1_000_000;

/**
 * An open transaction with its actor. It is the only way to write, so changes and their events
 * commit together or not at all.
 */
export class Tx {
  private readonly recorded: DomainEvent[] = [];
  private readonly created = new Set<string>();
  /** Only in tests. */
  private readonly lockOrder = newLockOrder();

  constructor(
    private readonly manager: EntityManager,
    readonly actor: Actor,
    private readonly prepared: PreparedStatements,
    /** Whether the change is only checked. It must end before it locks or writes by itself. */
    readonly onlyChecks: boolean,
    private readonly checks: WriteChecks,
  ) {}

  /**
   * Checks what has been written so far, as the unit does before it ends.
   * @throws what refuses it.
   */
  async requireChecked(): Promise<void> {
    const client = (await this.manager.queryRunner!.connect()) as WatchedClient;
    if (client.hasNoted) await this.checks.run(client.takeNoted(), this);
  }

  /** Whether the actor may see a project. */
  sees(project: string): boolean {
    return !this.actor.hiddenProjects?.includes(project);
  }

  /** The repository of an entity, within the transaction. */
  repo<T extends ObjectLiteral>(entity: EntityTarget<T>): Repository<T> {
    return this.manager.getRepository(entity);
  }

  /**
   * Inserts rows.
   * @returns Their primary keys in the same order.
   */
  async insert<T extends ObjectLiteral>(
    entity: EntityTarget<T>,
    rows: readonly QueryDeepPartialEntity<T>[],
  ): Promise<ObjectLiteral[]> {
    const keys: ObjectLiteral[] = [];
    for (const some of batchesOf(rows))
      for (const key of (await this.repo(entity).insert(some)).identifiers) keys.push(key);
    return keys;
  }

  /**
   * Locks rows until the transaction ends, by rank in the lock order and by key within a rank, so
   * that transactions cannot deadlock. Missing rows are skipped. All locks must be taken before the
   * first event is recorded. A change that is only checked reads the rows without locking them.
   * @returns The locked rows by rank, as they are after waiting for the locks.
   */
  async lock<Wanted extends LockRequest>(
    wanted: Wanted,
  ): Promise<{ [Rank in keyof Wanted & RowRank]: LockedRows[Rank][] }> {
    const locked: Record<string, object[]> = {};
    for (const rank of Object.keys(wanted)) locked[rank] = [];
    for (const { rank, mode, keys, sql, values } of rowLocksOf(wanted, !this.onlyChecks)) {
      this.lockOrder?.take(rank, mode, keys);
      locked[rank] = locked[rank]!.concat(await this.send<object>(sql, values));
    }
    return locked as { [Rank in keyof Wanted & RowRank]: LockedRows[Rank][] };
  }

  /**
   * Locks a name until the transaction ends, for things without a row. Follows the lock order like
   * {@link lock}.
   */
  async lockName(rank: NameRank, name: string): Promise<void> {
    this.lockOrder?.take(rank, 'update', [name]);
    await this.send(LOCK_NAME.text, [name]);
  }

  /** Runs a statement and returns its rows, of a SELECT or of RETURNING. */
  query<Row extends object>(statement: Statement<readonly [], Row>): Promise<Row[]>;
  query<Row extends object>(statement: AssembledStatement<Row>): Promise<Row[]>;
  query<Params extends readonly unknown[], Row extends object>(
    statement: Statement<Params, Row>,
    values: NoInfer<Params>,
  ): Promise<Row[]>;
  async query(
    statement: Statement<never, object> | AssembledStatement<object>,
    values?: readonly unknown[],
  ): Promise<object[]> {
    const ranks = this.lockOrder ? ranksLockedBy(statement.text) : [];
    const rows = await this.send<object>(statement.text, valuesOf(statement, values));
    if (rows.length > 0) this.lockOrder?.takeSome(ranks);
    return rows;
  }

  private async send<T>(text: string, values: unknown[]): Promise<T[]> {
    const result = await this.manager.queryRunner!.query(text, values, true);
    return (result.records ?? []) as T[];
  }

  /**
   * Records events in the audit log, in this order. Never catches errors: without its event a
   * change does not happen. Records nothing for a change that is only checked.
   * @throws ApprovalRequiredError when the change affects an environment that requires approvals.
   */
  record(...events: DomainEvent[]): Promise<void> {
    return this.recordAll(events);
  }

  /**
   * Like {@link record}, for any number of events: a very long argument list would overflow the
   * call stack.
   */
  recordAll(events: readonly DomainEvent[]): Promise<void> {
    return this.recordEntries(events.map((event) => ({ actor: this.actor, event })));
  }

  /**
   * Like {@link record}, for events of other actors. A sign-in, for example, only learns within the
   * transaction who the user is.
   */
  async recordEntries(entries: readonly AuditEntry[]): Promise<void> {
    if (entries.length > 0) this.lockOrder?.record();
    for (const { event } of entries)
      if (event.type === 'feature-created') this.created.add(event.featureName);
    for (const some of batchesOf(entries)) {
      for (const json of jsonBatchesOf(some.map((entry) => this.rowOf(entry))))
        requireApproved(await this.recordRows(json), this.actor);
      if (this.onlyChecks) continue;
      for (const { event } of some) this.recorded.push(event);
    }
  }

  /** Prepared, since planning this statement takes PostgreSQL longer than executing it. */
  private async recordRows(json: string): Promise<AffectedPlace[]> {
    if (this.onlyChecks) return this.query(FIND_AFFECTED, [json]);
    const client = (await this.manager.queryRunner!.connect()) as PoolClient;
    const config = { name: RECORD.name, text: RECORD.text, values: [json] };
    return (await client.query<AffectedPlace>(this.prepared.configInTransaction(config))).rows;
  }

  /** The row of an event, and what {@link RECORD} checks about it. */
  private rowOf({ actor: { name, userId, address, token }, event }: AuditEntry): object {
    return {
      ...event,
      createdBy: name,
      createdByUserId: userId,
      token,
      undoes: undoneBy(event),
      changeRequestId: appliedRequest(),
      scheduleId: executedSchedule(),
      ...approvalCheckOf(event, (feature) => this.created.has(feature)),
      ...(isAboutAccess(event) ? { address: plainAddress(address) } : {}),
    };
  }

  /** The events recorded so far, for listeners that run after the commit. */
  get events(): readonly DomainEvent[] {
    return this.recorded;
  }
}

/**
 * Splits rows into batches: PostgreSQL accepts at most 65,535 parameters, and the text of a
 * statement must stay small.
 */
function* batchesOf<T>(rows: readonly T[]): Generator<T[]> {
  for (let start = 0; start < rows.length; start += BATCH) yield rows.slice(start, start + BATCH);
}

/** Serialises rows as JSON arrays of limited length, because single rows can be large. */
function* jsonBatchesOf(rows: readonly object[]): Generator<string> {
  let texts: string[] = [];
  let length = 0;
  for (const row of rows) {
    const text = JSON.stringify(row);
    if (texts.length > 0 && length + text.length > MAX_CHARACTERS) {
      yield `[${texts.join()}]`;
      [texts, length] = [[], 0];
    }
    texts.push(text);
    length += text.length;
  }
  if (texts.length > 0) yield `[${texts.join()}]`;
}

/** Checks what a transaction has written about some subjects, and throws what refuses it. */
type WriteCheck = (subjects: readonly string[], tx: Tx) => Promise<void>;

/**
 * Checks of what a unit has written, before it commits. Triggers ask for a check by a notice with
 * the code of the check. So no way of writing can forget it, and others pay nothing for it.
 */
@Injectable()
export class WriteChecks {
  private readonly checks = new Map<string, WriteCheck>();

  /** @param code The SQLSTATE of the notices, whose details are the subjects. */
  add(code: string, check: WriteCheck): void {
    this.checks.set(code, check);
  }

  /** @param noted The details of the notices of the unit, by code. */
  async run(noted: ReadonlyMap<string, ReadonlySet<string>>, tx: Tx): Promise<void> {
    for (const [code, subjects] of noted) await this.checks.get(code)?.([...subjects], tx);
  }
}
