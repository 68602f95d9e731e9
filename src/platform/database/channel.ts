import { Logger } from '@nestjs/common';
import type { DatabaseAddress } from './data-source.js';
import { withTimeout } from './with-timeout.js';
import { tlsOf, WatchedClient } from './watched-client.js';

const FIRST_PAUSE_MS = 100;
const MAX_PAUSE_MS = 2_000;
/** Interval between probes: a connection can be lost without any error. */
const PROBE_EVERY_MS = 4_000;
/**
 * Timeout of a probe. Together with the interval and the longest pause between reconnects it stays
 * below the 10 s within which the channel must be back.
 */
const TIMEOUT_MS = 3_000;
const CLOSE_TIMEOUT_MS = 500;

/**
 * Notifications need no durability, so this transaction does not wait for the disk. The setting is
 * local to the transaction, because a pooler may give the session to another client whose commits
 * must be durable.
 */
const NOTIFY = "SELECT set_config('synchronous_commit', 'off', true), pg_notify($1, $2)";

const SESSION = 'SELECT pg_backend_pid() AS session';
const POOLER =
  'Notifications go through a pooler. A pooler in transaction mode does not pass them on, so ' +
  'instances learn of changes by polling. Set DATABASE_URL_DIRECT to the address of ' +
  'PostgreSQL itself.';

/** Handlers of a channel. */
interface ChannelListener {
  /** Called for each message. */
  onMessage(message: string): void;
  /** Called after each connect: messages before it may have been missed. */
  connected(): void;
}

/**
 * A PostgreSQL notification channel between instances, on a connection of its own. Messages may be
 * lost. Reconnects automatically.
 */
export class Channel {
  private readonly log = new Logger(Channel.name);
  private client?: WatchedClient;
  private pause = FIRST_PAUSE_MS;
  private timer?: NodeJS.Timeout;
  private stopped = false;
  private hasWarned = false;

  /** @param name A plain SQL name. */
  constructor(
    private readonly address: Pick<DatabaseAddress, 'url' | 'ssl'>,
    private readonly name: string,
    private readonly listener: ChannelListener,
  ) {}

  /** Connects; when that fails, keeps trying in the background. Never rejects. */
  open(): Promise<void> {
    return this.connect();
  }

  async close(): Promise<void> {
    this.stopped = true;
    clearTimeout(this.timer);
    const ended = this.client?.end().catch(() => undefined);
    // A dead server never confirms that the connection ends.
    await withTimeout(CLOSE_TIMEOUT_MS, ended, () => undefined);
  }

  /**
   * Sends a message to all listeners, including this instance.
   * @throws Error when it could not be sent.
   */
  async notify(message: string): Promise<void> {
    if (!this.client) throw new Error('There is no connection for notifications.');
    const { client } = this;
    await client.query(NOTIFY, [this.name, message]).catch((error: unknown) => {
      // A probe without an answer means that the connection is broken; otherwise all later messages
      // would be delayed.
      if ((error as { code?: string }).code === undefined) this.lost(client);
      throw error;
    });
  }

  private async connect(): Promise<void> {
    const { url, ssl } = this.address;
    const client = new WatchedClient({
      connectionString: url,
      ssl: tlsOf(ssl),
      application_name: 'feature-flag-admin channel',
      connectionTimeoutMillis: TIMEOUT_MS,
      query_timeout: TIMEOUT_MS,
      keepAlive: true,
    });
    client.on('error', () => this.lost(client));
    client.on('end', () => this.lost(client));
    client.on('notification', ({ payload = '' }) => this.listener.onMessage(payload));
    this.client = client;
    try {
      await client.connect();
      await client.query(`LISTEN ${this.name}`);
      await this.warnOfPooler(client);
    } catch {
      return this.lost(client);
    }
    this.pause = FIRST_PAUSE_MS;
    this.probeLater(client);
    if (this.client === client) this.listener.connected();
  }

  /** Warns once when a pooler answers, since one in transaction mode passes on no notifications. */
  private async warnOfPooler(client: WatchedClient): Promise<void> {
    if (this.hasWarned) return;
    const { rows } = await client.query<{ session: number }>(SESSION);
    if (rows[0]!.session === client.session) return;
    this.hasWarned = true;
    this.log.warn(POOLER);
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
    // Destroys the socket: a dead server would never confirm an orderly end.
    client.destroy('it is broken');
    this.log.debug(`The channel ${this.name} is broken; trying again in ${this.pause} ms.`);
    this.timer = setTimeout(() => void this.connect(), this.pause).unref();
    this.pause = Math.min(2 * this.pause, MAX_PAUSE_MS);
  }
}
