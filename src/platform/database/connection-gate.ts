import { CallerLeftError } from '../errors/general.errors.js';
import { DatabaseBusyError } from './database.errors.js';
import { WaitQueue } from './wait-queue.js';
import type { Config, DatabaseLimits } from '../config/config.js';

/**
 * What a connection is used for. `hot`: single statements of caller lookup, switching, reading one
 * feature, deliveries that somebody waits for, readiness. `hotTransaction`: switching and archiving
 * with their previews, also scheduled or approved, where that takes a transaction. `scheduled`:
 * other changes whose time has come. `snapshot`: reading what SDKs are served. `longRead`: reads
 * that a caller can make arbitrarily slow. `background`: statements that no request waits for and
 * that may take minutes. `general`: everything else, mainly transactions.
 */
export type ConnectionClass =
  'hot' | 'hotTransaction' | 'scheduled' | 'snapshot' | 'general' | 'longRead' | 'background';

/** The classes of transactions, which may need `hot` while they hold their connection. */
export type TransactionClass = Exclude<ConnectionClass, 'hot'>;

/** Priority of waiting callers; within a class they are served in order of arrival. */
const CLASSES: readonly ConnectionClass[] = [
  'hot',
  'hotTransaction',
  'scheduled',
  'snapshot',
  'general',
  'longRead',
  'background',
];

/** Maximum number of connections for scheduled changes. */
const SCHEDULED = 4;

/** Connections per class: the maximum of each class, and the number reserved for hot ones. */
interface Shares {
  total: number;
  /**
   * Connections that only `hot` and `hotTransaction` may use, but for one `scheduled` if there are
   * more than two. One of them is for `hot` alone.
   */
  reserved: number;
  max: Readonly<Record<ConnectionClass, number>>;
}

/** Per class, how many callers may wait and how long. */
export type Queues = Readonly<Record<ConnectionClass, { most: number; milliseconds: number }>>;

/** Load of a class. */
interface ClassLoad {
  used: number;
  waiting: number;
  /** Callers refused since the start because the queue was full or they waited too long. */
  refused: number;
  max: number;
}

/** Number of connections in total and idle, and number of waiting callers. */
export interface PoolLoad {
  total: number;
  idle: number;
  waiting: number;
  classes: Record<ConnectionClass, ClassLoad>;
}

/**
 * Divides the connections of an instance. Three eighths are reserved for the hot path, which may
 * also use all idle ones except one that always stays available to the other classes. Some of the
 * reserved ones are pipelines, at most all but two; the gate does not count these.
 *
 * One connection is for single statements of the hot path alone: a transaction looks at its caller
 * again with such statements while it holds its own connection, so it would wait for itself if
 * transactions could use all.
 */
export function sharesOf(
  connections: number,
  longReads: number,
  wantedPipelines = 0,
): Shares & { pipelines: number } {
  const reservedFirst = Math.max(Math.min(2, connections - 1), Math.floor((connections * 3) / 8));
  const pipelines = Math.min(wantedPipelines, Math.max(0, reservedFirst - 2));
  const total = connections - pipelines;
  const reserved = reservedFirst - pipelines;
  const others = total - reserved;
  const longRead = Math.max(1, Math.min(longReads, others - 2));
  const snapshot = others >= 8 ? 2 : 1;
  const general = Math.max(1, others - longRead - snapshot);
  return {
    total,
    reserved,
    pipelines,
    max: {
      hot: Math.max(Math.min(2, total), total - 1),
      hotTransaction: Math.max(1, total - 2),
      scheduled: Math.min(SCHEDULED, general),
      snapshot,
      general,
      longRead,
      background: 1,
    },
  };
}

/**
 * Admits callers to the connection pool by class, so that no class can use up the connections of
 * another.
 */
export class ConnectionGate {
  private readonly used = ofEach(() => 0);
  private readonly refused = ofEach(() => 0);
  private readonly waiting: Readonly<Record<ConnectionClass, WaitQueue>>;
  private usedTogether = 0;

  constructor(
    private readonly shares: Shares,
    private readonly queues: Queues,
  ) {
    this.waiting = ofEach((name) => new WaitQueue(queues[name].most, () => this.refuse(name)));
  }

  /** Enters if there is room and nobody waits. @returns Whether it entered; then it must leave. */
  tryEnter(name: ConnectionClass): boolean {
    if (this.waiting[name].size > 0 || !this.hasRoom(name)) return false;
    this.take(name);
    return true;
  }

  /**
   * Enters as soon as there is room; the caller must leave afterwards.
   * @throws DatabaseBusyError when the queue is full or the wait takes too long.
   * @throws CallerLeftError when the caller disconnects while waiting.
   */
  async enter(name: ConnectionClass, left?: AbortSignal): Promise<void> {
    if (left?.aborted) throw new CallerLeftError();
    if (this.tryEnter(name)) return;
    await this.waiting[name].wait({
      milliseconds: this.queues[name].milliseconds,
      signal: left,
      left: () => new CallerLeftError(),
    });
  }

  /** Leaves, and admits the next waiting caller. */
  leave(name: ConnectionClass): void {
    this.used[name]--;
    this.usedTogether--;
    for (const next of CLASSES) {
      while (this.waiting[next].size > 0 && this.hasRoom(next)) {
        this.take(next);
        this.waiting[next].admitNext();
      }
    }
  }

  load(name: ConnectionClass): ClassLoad {
    return {
      used: this.used[name],
      waiting: this.waiting[name].size,
      refused: this.refused[name],
      max: this.shares.max[name],
    };
  }

  loads(): Record<ConnectionClass, ClassLoad> {
    return ofEach((name) => this.load(name));
  }

  private hasRoom(name: ConnectionClass): boolean {
    const { total, reserved, max } = this.shares;
    const { used, usedTogether } = this;
    const usedHot = used.hot + used.hotTransaction;
    if (used[name] >= max[name] || usedTogether >= total) return false;
    if (name === 'hot') return usedHot < max.hot;
    if (total > 1 && usedTogether - used.hot >= total - 1) return false;
    if (name === 'hotTransaction') return usedHot < max.hot;
    // Others may have taken all of theirs for long, and a schedule has its time.
    const borrowed = name === 'scheduled' && used[name] === 0 && reserved > 2 ? 1 : 0;
    return usedTogether - usedHot < total - reserved + borrowed;
  }

  private take(name: ConnectionClass): void {
    this.used[name]++;
    this.usedTogether++;
  }

  private refuse(name: ConnectionClass): DatabaseBusyError {
    this.refused[name]++;
    return new DatabaseBusyError();
  }
}

function ofEach<T>(make: (name: ConnectionClass) => T): Record<ConnectionClass, T> {
  return Object.fromEntries(CLASSES.map((name) => [name, make(name)])) as Record<
    ConnectionClass,
    T
  >;
}

/** A live server answers statements of the hot path within this time. */
export const HOT_SILENCE_MS = 5_000;
const SNAPSHOT_SILENCE_MS = 30_000;
/** Limit for background statements, which may have much to catch up on. */
const BACKGROUND_SILENCE_MS = 30 * 60_000;
/** Extra time that the client-side limit grants, because PostgreSQL cancels more cleanly. */
const MARGIN_MS = 2_000;

/** The gate before a pool of this size. */
export function newGate(poolMax: number, limits: DatabaseLimits): ConnectionGate {
  return new ConnectionGate(
    sharesOf(poolMax, limits.longReads, limits.pipelines),
    queuesOf(limits),
  );
}

/**
 * How many changes, and how many reads, of one caller may run at the same time: two thirds of the
 * connections of `general`, so that others have some left whatever these wait for.
 */
export function turnsOf({ poolMax, limits }: Config['database']): number {
  const { max } = sharesOf(poolMax, limits.longReads, limits.pipelines);
  return Math.max(1, Math.ceil((max.general * 2) / 3));
}

/** How many callers of each class wait for a connection, and for how long. */
function queuesOf(limits: DatabaseLimits): Queues {
  return {
    hot: { most: 1_000, milliseconds: 2_000 },
    hotTransaction: { most: 1_000, milliseconds: 2_000 },
    scheduled: { most: 100, milliseconds: 30_000 },
    snapshot: { most: 1_000, milliseconds: 30_000 },
    general: { most: 200, milliseconds: 5_000 },
    longRead: { most: limits.longReadQueue, milliseconds: 10_000 },
    background: { most: 100, milliseconds: 60_000 },
  };
}

/** How long PostgreSQL may stay silent while a statement of each class runs, in milliseconds. */
export function silencesOf(limits: DatabaseLimits): Readonly<Record<ConnectionClass, number>> {
  return {
    hot: HOT_SILENCE_MS,
    hotTransaction: HOT_SILENCE_MS,
    scheduled: limits.statementMs + MARGIN_MS,
    snapshot: SNAPSHOT_SILENCE_MS,
    general: limits.statementMs + MARGIN_MS,
    longRead: limits.longReadMs + MARGIN_MS,
    background: BACKGROUND_SILENCE_MS,
  };
}
