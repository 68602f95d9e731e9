import { setTimeout as sleep } from 'node:timers/promises';
import { Logger } from '@nestjs/common';
import type { DatabaseAddress } from './data-source.js';
import { WatchedClient } from './watched-client.js';

const FIRST_PAUSE_MS = 100;
const LONGEST_PAUSE_MS = 2_000;
/**
 * How often to make sure that somebody is still there at the other end: a connection can be gone
 * without a word.
 */
const PROBE_EVERY_MS = 4_000;
/**
 * Together with the pause between two probes and the longest pause between two attempts less than
 * the 10 s within which it has to be back.
 */
const PATIENCE_MS = 3_000;
const PARTING_MS = 500;

/**
 * What is told is not kept, so there is no need to wait for a disk, least of all while others who
 * want to tell something wait too. The setting ends with the statement: a session may be somebody
 * else's the next moment, whose commits have to be durable.
 */
const TELL = "SELECT set_config('synchronous_commit', 'off', true), pg_notify($1, $2)";

/** What to do with what comes through a channel. */
export interface ChannelListener {
  /** Something came. */
  heard(message: string): void;
  /** From now on nothing is missed; before, something may have been. */
  connected(): void;
}

/**
 * A channel of PostgreSQL through which instances tell each other something, on a connection of its
 * own beside the pool. What is told may get lost. It connects again when the connection breaks.
 */
export class Channel {
  private readonly log = new Logger(Channel.name);
  private client?: WatchedClient;
  private pause = FIRST_PAUSE_MS;
  private timer?: NodeJS.Timeout;
  private stopped = false;

  /** @param name A plain SQL name. */
  constructor(
    private readonly address: Pick<DatabaseAddress, 'url' | 'ssl'>,
    private readonly name: string,
    private readonly listener: ChannelListener,
  ) {}

  /** Connects; when that does not succeed at once, it goes on in the background. Never rejects. */
  open(): Promise<void> {
    return this.connect();
  }

  async close(): Promise<void> {
    this.stopped = true;
    clearTimeout(this.timer);
    const ended = this.client?.end().catch(() => undefined);
    // A server that does not answer does not say goodbye either.
    await Promise.race([ended, sleep(PARTING_MS, undefined, { ref: false })]);
  }

  /** Tells everybody who listens, this instance too. @throws Error when it could not be told. */
  async tell(message: string): Promise<void> {
    if (!this.client) throw new Error('There is no connection to tell it through.');
    const { client } = this;
    await client.query(TELL, [this.name, message]).catch((error: unknown) => {
      // What gets no answer is taken for a broken connection: it would hold up all that comes
      // after.
      if ((error as { code?: string }).code === undefined) this.lost(client);
      throw error;
    });
  }

  private async connect(): Promise<void> {
    const { url, ssl } = this.address;
    const client = new WatchedClient({
      connectionString: url,
      ssl: ssl === false ? false : { rejectUnauthorized: ssl === 'verify' },
      application_name: 'feature-flag-admin channel',
      connectionTimeoutMillis: PATIENCE_MS,
      query_timeout: PATIENCE_MS,
      keepAlive: true,
    });
    client.on('error', () => this.lost(client));
    client.on('end', () => this.lost(client));
    client.on('notification', ({ payload = '' }) => this.listener.heard(payload));
    this.client = client;
    try {
      await client.connect();
      await client.query(`LISTEN ${this.name}`);
    } catch {
      return this.lost(client);
    }
    this.pause = FIRST_PAUSE_MS;
    this.probeLater(client);
    if (this.client === client) this.listener.connected();
  }

  private probeLater(client: WatchedClient): void {
    this.timer = setTimeout(() => {
      client.query('SELECT').then(
        () => this.client === client && !this.stopped && this.probeLater(client),
        () => this.lost(client),
      );
    }, PROBE_EVERY_MS).unref();
  }

  private lost(client: WatchedClient): void {
    if (this.client !== client || this.stopped) return;
    this.client = undefined;
    clearTimeout(this.timer);
    // Without a goodbye: a server that is gone would never answer it.
    client.destroy('it is broken');
    this.log.debug(`The channel ${this.name} is broken; trying again in ${this.pause} ms.`);
    this.timer = setTimeout(() => void this.connect(), this.pause).unref();
    this.pause = Math.min(2 * this.pause, LONGEST_PAUSE_MS);
  }
}
