import { AsyncLocalStorage } from 'node:async_hooks';
import type { QueryConfig, QueryResultRow } from 'pg';
import type { EntityManager } from 'typeorm';
import type { TransactionClass } from './connection-gate.js';
import type { WatchedClient } from './watched-client.js';

const SAVE = 'SAVEPOINT unit';
const RELEASE = 'RELEASE SAVEPOINT unit';
const UNDO = 'ROLLBACK TO SAVEPOINT unit';

/** Where in a request transaction the running code is. */
interface Place {
  readonly transaction: RequestTransaction;
  /** Whether it is within a savepoint, so that statements are part of a larger unit. */
  readonly isInUnit: boolean;
}

/** How a transaction waits. */
export interface TransactionOptions {
  /** The class of its connection, which it keeps until it ends. */
  readonly connections: TransactionClass;
  /** How long it waits for each lock, in milliseconds; as long as others if absent. */
  readonly lockMs?: number;
}

const places = new AsyncLocalStorage<Place>();

/**
 * One transaction for everything that a request does, instead of one for each change and none for
 * reads. It begins when {@link begin} is called, and only requests that need it have one. A unit
 * that fails is undone alone, as it would be outside, so that the request may go on.
 */
export class RequestTransaction {
  private manager: EntityManager | undefined;
  private turn: Promise<unknown> = Promise.resolve();
  private readonly afterCommit: (() => void)[] = [];
  private settle: ((isCommitted: boolean) => void) | undefined;
  private ended: Promise<unknown> = Promise.resolve();
  private read: Promise<unknown> = Promise.resolve();
  /** Whether changes are only checked: nothing may be locked or written. */
  onlyChecks = false;

  constructor(readonly options: TransactionOptions) {}

  /** The open transaction of the current request. */
  static get current(): RequestTransaction | undefined {
    const transaction = places.getStore()?.transaction;
    return transaction?.manager ? transaction : undefined;
  }

  /** The open transaction of the current request, if no unit of it is running here. */
  static get betweenUnits(): RequestTransaction | undefined {
    return places.getStore()?.isInUnit ? undefined : RequestTransaction.current;
  }

  /** Whether the running code is part of a larger unit, with which it is undone and repeated. */
  static get isInUnit(): boolean {
    return places.getStore()?.isInUnit === true && RequestTransaction.current !== undefined;
  }

  /** Runs what has to remain even when the request is undone, such as counting failed attempts. */
  static outside<T>(work: () => T): T {
    return places.exit(work);
  }

  /** Runs a request that may begin a transaction. */
  static forRequest<T>(
    work: (transaction: RequestTransaction) => T,
    options: TransactionOptions = { connections: 'general' },
  ): T {
    const transaction = new RequestTransaction(options);
    return places.run({ transaction, isInUnit: false }, () => work(transaction));
  }

  /**
   * Begins the transaction.
   * @param open Opens a transaction, commits it when the work ends, and rolls it back when the work
   * fails.
   */
  begin(open: (work: (manager: EntityManager) => Promise<void>) => Promise<void>): Promise<void> {
    return new Promise((begun, failed) => {
      this.ended = open(async (manager) => {
        this.manager = manager;
        const isCommitted = new Promise<boolean>((settle) => (this.settle = settle));
        begun();
        const isKept = await isCommitted;
        this.manager = undefined;
        if (!isKept) throw new RolledBack();
      });
      this.ended.catch(failed);
    });
  }

  /** @throws the error of PostgreSQL when it cannot be committed; then nothing has changed. */
  async commit(): Promise<void> {
    this.settle?.(true);
    await this.ended;
    for (const call of this.afterCommit.splice(0)) call();
  }

  /**
   * Undoes everything, and waits for what is read {@link meanwhile}. Never rejects, and does
   * nothing when the transaction has ended.
   */
  async rollBack(): Promise<void> {
    this.settle?.(false);
    await Promise.all([this.ended.catch(() => undefined), this.read]);
    this.afterCommit.length = 0;
  }

  /** Reads something on another connection at the same time, for a request that is undone. */
  meanwhile<T>(read: () => Promise<T>): Promise<T> {
    const result = RequestTransaction.outside(read);
    this.read = result.catch(() => undefined);
    return result;
  }

  /** Calls `call` after the commit, if there is one. */
  whenCommitted(call: () => void): void {
    this.afterCommit.push(call);
  }

  /** Does something between units, and undoes it at once, with its locks. @returns The result. */
  async undone<T>(work: () => Promise<T>): Promise<T> {
    const { length } = this.afterCommit;
    let result: { value: T } | undefined;
    const rehearsal = this.unit(async () => {
      result = { value: await work() };
      throw new RolledBack();
    });
    await rehearsal.catch((error: unknown) => {
      if (!(error instanceof RolledBack)) throw error;
    });
    this.afterCommit.length = length;
    return result!.value;
  }

  /** Runs statements of which all or none take effect. Units wait for each other. */
  unit<T>(work: (manager: EntityManager) => Promise<T>): Promise<T> {
    const manager = this.manager!;
    if (places.getStore()?.isInUnit) return work(manager);
    return this.inTurn(() => this.inSavepoint(manager, work));
  }

  /** Runs one statement, prepared unless a larger unit would fail with it. @returns Its rows. */
  query<Row extends object>(config: QueryConfig): Promise<Row[]> {
    const manager = this.manager!;
    return places.getStore()?.isInUnit
      ? inLargerUnit<Row>(manager, config)
      : this.inTurn(() => this.alone<Row>(manager, config));
  }

  /**
   * Runs statements, each of which is undone alone, and sends them at once: those after one that
   * fails fail as well.
   */
  queryEach(configs: readonly QueryConfig[]): Promise<PromiseSettledResult<object[]>[]> {
    const manager = this.manager!;
    return places.getStore()?.isInUnit
      ? Promise.allSettled(configs.map((config) => inLargerUnit(manager, config)))
      : this.inTurn(() => this.eachAlone(manager, configs));
  }

  private inTurn<T>(work: () => Promise<T>): Promise<T> {
    const result = this.turn.then(work);
    this.turn = result.catch(() => undefined);
    return result;
  }

  private async inSavepoint<T>(
    manager: EntityManager,
    work: (manager: EntityManager) => Promise<T>,
  ): Promise<T> {
    const client = await clientOf(manager);
    // Not waited for: what follows on the connection fails if this does.
    client.query(SAVE).catch(() => undefined);
    try {
      const place = { transaction: this, isInUnit: true };
      const result = await places.run(place, () => work(manager));
      await client.query(RELEASE);
      return result;
    } catch (error) {
      await client.query(UNDO);
      throw error;
    }
  }

  private async alone<Row extends object>(
    manager: EntityManager,
    config: QueryConfig,
  ): Promise<Row[]> {
    const [answer] = await this.eachAlone(manager, [config]);
    if (answer!.status === 'fulfilled') return answer!.value as Row[];
    throw answer!.reason;
  }

  /** Sends statements together with their savepoints, so that all is waited for once. */
  private async eachAlone(
    manager: EntityManager,
    configs: readonly QueryConfig[],
  ): Promise<PromiseSettledResult<object[]>[]> {
    const client = await clientOf(manager);
    const send = (what: QueryConfig | string): Promise<object[]> =>
      client.query<QueryResultRow>(what as QueryConfig).then(({ rows }) => rows);
    const sent = client.together(() =>
      configs.flatMap((config) => [send(SAVE), send(config), send(RELEASE)]),
    );
    const answers = (await Promise.allSettled(sent)).filter((_, n) => n % 3 === 1);
    // After a failure, the savepoints of the others were not set.
    if (answers.some(({ status }) => status === 'rejected')) await client.query(UNDO);
    return answers;
  }
}

/** The connection of a transaction. */
async function clientOf({ queryRunner }: EntityManager): Promise<WatchedClient> {
  return (await queryRunner!.connect()) as WatchedClient;
}

/** Sends a statement that is not undone alone. */
async function inLargerUnit<Row extends object>(
  manager: EntityManager,
  { text, values }: QueryConfig,
): Promise<Row[]> {
  const client = await clientOf(manager);
  return (await client.query<Row & QueryResultRow>({ text, values })).rows;
}

/** Makes TypeORM roll back; nobody else sees it. */
class RolledBack extends Error {}
