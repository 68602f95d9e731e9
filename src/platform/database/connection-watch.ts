import type { Pool } from 'pg';
import type { WatchedClient } from './watched-client.js';

const TICK_MS = 250;
/**
 * After this silence on a connection, PostgreSQL is asked over another connection whether the
 * statement still runs.
 */
const SUSPICIOUS_MS = 3_000;
/** Pause between two such queries. */
const PAUSE_MS = 1_000;

/** Activity of a connection, in ticks. */
interface Activity {
  opened: number;
  /** Tick of the last data received. */
  last: number;
  /** Tick before the running statement was sent; undefined when none runs. */
  sentAt: number | undefined;
  bytes: number;
}

/** Actions of the watch other than destroying connections. */
interface WatchActions {
  /** Cancels what runs on a connection that is about to be destroyed. */
  cancel(client: WatchedClient): void;
  /**
   * Returns which of these sessions run a statement, asked over another connection; undefined when
   * PostgreSQL cannot tell. May reject.
   */
  atWork(sessions: readonly number[]): Promise<ReadonlySet<number> | undefined>;
}

/**
 * Destroys connections on which PostgreSQL has gone silent. A server that disappears closes
 * nothing, and TCP would retransmit for a quarter of an hour. A connection counts as dead when its
 * statement exceeds every limit, or when PostgreSQL, asked over another connection, does not run
 * that statement. When a statement with a short limit gets no answer and no connection receives
 * anything, the server counts as gone: all older connections are destroyed, and new ones resolve
 * its name again. Time is measured in ticks, so a paused process does not destroy its connections.
 */
export class ConnectionWatch {
  private readonly clients = new Map<WatchedClient, Activity>();
  private readonly timer: NodeJS.Timeout;
  private now = 0;
  private lastQuestion = 0;
  private isAsking = false;

  /** @param shortMs Statements with at most this limit are always answered by a live server. */
  constructor(
    pool: Pool,
    private readonly shortMs: number,
    private readonly actions: WatchActions,
  ) {
    pool.on('connect', (client) => this.add(client as unknown as WatchedClient));
    pool.on('remove', (client) => this.clients.delete(client as unknown as WatchedClient));
    // eslint-disable-next-line no-restricted-globals -- A clock that counts ticks, not a job.
    this.timer = setInterval(() => this.tick(), TICK_MS).unref();
  }

  /** Adds a connection that was opened before the watch started. */
  add(client: WatchedClient): void {
    this.clients.set(client, {
      opened: this.now,
      last: this.now,
      sentAt: undefined,
      bytes: client.bytesRead,
    });
  }

  stop(): void {
    clearInterval(this.timer);
  }

  /** Ends the statements that PostgreSQL may be silent about for so long, such as those of jobs. */
  endSilentFor(silenceMs: number): void {
    for (const [client, activity] of this.clients)
      if (client.isAsked && client.silenceMs === silenceMs) this.cut(client, activity);
  }

  private tick(): void {
    this.now++;
    const suspects: WatchedClient[] = [];
    for (const [client, activity] of this.clients) {
      const silence = this.silenceOf(client, activity);
      if (silence >= client.silenceMs) this.cut(client, activity);
      else if (silence >= SUSPICIOUS_MS) suspects.push(client);
    }
    const mayAsk = !this.isAsking && (this.now - this.lastQuestion) * TICK_MS >= PAUSE_MS;
    if (suspects.length > 0 && mayAsk) void this.askAbout(suspects);
  }

  /**
   * Destroys suspicious connections whose statement PostgreSQL does not run, because request or
   * answer was lost. Never rejects.
   */
  private async askAbout(suspects: readonly WatchedClient[]): Promise<void> {
    this.isAsking = true;
    try {
      const since = suspects.map((client) => this.clients.get(client)!.sentAt);
      const working = await this.actions.atWork(suspects.map((client) => client.session));
      for (const [n, client] of suspects.entries()) {
        const isSilent =
          client.isAsked &&
          this.clients.get(client)?.sentAt === since[n] &&
          client.bytesRead === this.clients.get(client)?.bytes;
        if (!working || working.has(client.session) || !isSilent) continue;
        this.clients.delete(client);
        client.destroy('PostgreSQL does not run the statement of this connection');
      }
    } catch {
      // Asked again on the next tick while suspects remain.
    } finally {
      this.isAsking = false;
      this.lastQuestion = this.now;
    }
  }

  /** @returns How many milliseconds the running statement has waited without receiving data. */
  private silenceOf(client: WatchedClient, activity: Activity): number {
    const { bytesRead } = client;
    const hasSpoken = bytesRead !== activity.bytes;
    if (hasSpoken) [activity.bytes, activity.last] = [bytesRead, this.now];
    if (!client.isAsked) activity.sentAt = undefined;
    else if (hasSpoken || activity.sentAt === undefined) activity.sentAt = this.now - 1;
    return activity.sentAt === undefined ? 0 : (this.now - 1 - activity.sentAt) * TICK_MS;
  }

  private cut(client: WatchedClient, { sentAt = this.now }: Activity): void {
    const isShort = client.silenceMs <= this.shortMs;
    this.actions.cancel(client);
    client.destroy('PostgreSQL did not answer in time');
    this.clients.delete(client);
    if (!isShort) return;
    const older = [...this.clients].filter(([, { opened }]) => opened < sentAt);
    // Data received in the same tick may have arrived before the statement was sent.
    if (older.some(([, { last }]) => last > sentAt + 1)) return;
    for (const [other] of older) {
      this.clients.delete(other);
      other.destroy('PostgreSQL is no longer reachable');
    }
  }
}
