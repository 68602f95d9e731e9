import type { Pool } from 'pg';
import type { WatchedClient } from './watched-client.js';

const TICK_MS = 250;
/**
 * After so long a silence on a connection PostgreSQL is asked on another one what has become of the
 * statement.
 */
const SUSPICIOUS_MS = 3_000;
/** Between two such questions. */
const PAUSE_MS = 1_000;

/** What has been heard on a connection, counted in ticks. */
interface Heard {
  opened: number;
  /** When something was heard last. */
  last: number;
  /**
   * The last tick before a statement began to wait for any sign of an answer; undefined when none
   * does.
   */
  askedSince: number | undefined;
  bytes: number;
}

/** What the watch does besides cutting connections. */
export interface WatchActions {
  /** Asks PostgreSQL to break off what runs on a connection that is about to be cut. */
  cancel(client: WatchedClient): void;
  /**
   * Which of these sessions are at work, asked on another connection; undefined where PostgreSQL
   * cannot tell. May reject.
   */
  atWork(sessions: readonly number[]): Promise<ReadonlySet<number> | undefined>;
}

/**
 * Cuts the connections on which PostgreSQL has gone silent. A server that disappears closes
 * nothing, and TCP goes on sending to it for a quarter of an hour. A connection is dead when its
 * statement has taken longer than any may, and also when PostgreSQL, asked on another connection,
 * does not work on that statement at all. Where a statement with a short limit gets no answer, and
 * nothing has been heard on any other connection either, the server is taken for gone and all older
 * connections are cut, so that new ones are opened to wherever its name leads now.
 *
 * Time is counted in ticks: while the process itself stands still, no tick passes.
 */
export class ConnectionWatch {
  private readonly clients = new Map<WatchedClient, Heard>();
  private readonly timer: NodeJS.Timeout;
  private now = 0;
  private lastQuestion = 0;
  private isAsking = false;

  /**
   * @param shortMs Statements with a limit up to this are always answered by a server that is
   * there.
   */
  constructor(
    pool: Pool,
    private readonly shortMs: number,
    private readonly actions: WatchActions,
  ) {
    pool.on('connect', (client) => this.add(client as unknown as WatchedClient));
    pool.on('remove', (client) => this.clients.delete(client as unknown as WatchedClient));
    this.timer = setInterval(() => this.tick(), TICK_MS).unref();
  }

  /** Watches a connection that was opened before the watch began. */
  add(client: WatchedClient): void {
    this.clients.set(client, {
      opened: this.now,
      last: this.now,
      askedSince: undefined,
      bytes: client.bytesRead,
    });
  }

  stop(): void {
    clearInterval(this.timer);
  }

  private tick(): void {
    this.now++;
    const suspects: WatchedClient[] = [];
    for (const [client, heard] of this.clients) {
      const silence = this.listen(client, heard);
      if (silence >= client.silenceMs) this.cut(client, heard);
      else if (silence >= SUSPICIOUS_MS) suspects.push(client);
    }
    const mayAsk = !this.isAsking && (this.now - this.lastQuestion) * TICK_MS >= PAUSE_MS;
    if (suspects.length > 0 && mayAsk) void this.askAbout(suspects);
  }

  /**
   * Cuts those of which PostgreSQL does not work on what they were asked: the question or the
   * answer was lost. Never rejects.
   */
  private async askAbout(suspects: readonly WatchedClient[]): Promise<void> {
    this.isAsking = true;
    try {
      const since = suspects.map((client) => this.clients.get(client)!.askedSince);
      const working = await this.actions.atWork(suspects.map((client) => client.session));
      for (const [n, client] of suspects.entries()) {
        const isSilent =
          client.isAsked &&
          this.clients.get(client)?.askedSince === since[n] &&
          client.bytesRead === this.clients.get(client)?.bytes;
        if (!working || working.has(client.session) || !isSilent) continue;
        this.clients.delete(client);
        client.destroy('PostgreSQL knows nothing of what it was asked on it');
      }
    } catch {
      // It is asked again as long as there is a reason.
    } finally {
      this.isAsking = false;
      this.lastQuestion = this.now;
    }
  }

  /** @returns For how many milliseconds a statement has waited for any sign of an answer. */
  private listen(client: WatchedClient, heard: Heard): number {
    const { bytesRead } = client;
    const hasSpoken = bytesRead !== heard.bytes;
    if (hasSpoken) [heard.bytes, heard.last] = [bytesRead, this.now];
    if (!client.isAsked) heard.askedSince = undefined;
    else if (hasSpoken || heard.askedSince === undefined) heard.askedSince = this.now - 1;
    return heard.askedSince === undefined ? 0 : (this.now - 1 - heard.askedSince) * TICK_MS;
  }

  private cut(client: WatchedClient, { askedSince = this.now }: Heard): void {
    const isShort = client.silenceMs <= this.shortMs;
    this.actions.cancel(client);
    client.destroy('PostgreSQL did not answer in time');
    this.clients.delete(client);
    if (!isShort) return;
    const older = [...this.clients].filter(([, { opened }]) => opened < askedSince);
    // What was heard within the same tick may have come before the question.
    if (older.some(([, { last }]) => last > askedSince + 1)) return;
    for (const [other] of older) {
      this.clients.delete(other);
      other.destroy('PostgreSQL cannot be reached any more');
    }
  }
}
