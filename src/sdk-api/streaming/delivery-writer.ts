import {
  type BeforeApplicationShutdown,
  Injectable,
  Logger,
  type OnApplicationBootstrap,
} from '@nestjs/common';
import { Database } from '../../database/database.js';
import { withTimeout } from '../snapshot/with-timeout.js';
import { Streams } from './streams.js';
import { FORGET_SDKS, NOTE_SDKS } from '../delivery/delivery.sql.js';
import { SdkConnections, type SdkConnection } from '../delivery/sdk-connections.js';

const EVERY_MS = 2_000;
const FORGET_EVERY_MS = 60_000;
const PATIENCE_MS = 10_000;
/** How many are written by one statement. */
const CHUNK = 2_000;

/**
 * Writes down, every few seconds and in few statements, which SDKs have what. What cannot be
 * written is tried again.
 */
@Injectable()
export class DeliveryWriter implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private readonly log = new Logger(DeliveryWriter.name);
  private timer?: NodeJS.Timeout;
  private forgetting?: NodeJS.Timeout;
  private writing: Promise<void> | undefined;
  private hasFailed = false;

  constructor(
    private readonly database: Database,
    private readonly sightings: SdkConnections,
    private readonly streams: Streams,
  ) {}

  onApplicationBootstrap(): void {
    this.timer = setInterval(() => void (this.writing ?? this.write()), EVERY_MS).unref();
    this.forgetting = setInterval(() => void this.forget(), FORGET_EVERY_MS).unref();
  }

  async beforeApplicationShutdown(): Promise<void> {
    clearInterval(this.timer);
    clearInterval(this.forgetting);
    this.streams.end();
    await this.write();
  }

  /** Writes all that has been seen before the call. Never rejects. */
  async write(): Promise<void> {
    while (this.writing) await this.writing;
    this.streams.sight();
    const seen = this.sightings.drain();
    if (seen.length === 0) return;
    this.writing = this.writeAll(seen).finally(() => (this.writing = undefined));
    await this.writing;
  }

  private async writeAll(seen: readonly SdkConnection[]): Promise<void> {
    for (let start = 0; start < seen.length; start += CHUNK) {
      const chunk = seen.slice(start, start + CHUNK);
      try {
        await this.writeChunk(chunk);
        this.hasFailed = false;
      } catch (error) {
        if (!this.hasFailed)
          this.log.warn(
            { err: error },
            'Which SDKs have what could not be written down; it will be tried again.',
          );
        this.hasFailed = true;
        this.sightings.requeue(seen.slice(start));
        return;
      }
    }
  }

  /**
   * Writes some. What PostgreSQL refuses to store is left out, so that it does not keep the others
   * from being written. @throws Error when none can be.
   */
  private async writeChunk(chunk: readonly SdkConnection[]): Promise<void> {
    try {
      await withTimeout(
        PATIENCE_MS,
        this.database.run(NOTE_SDKS, [JSON.stringify(chunk.map(rowOf))]),
      );
    } catch (error) {
      if (!isRefusal(error)) throw error;
      if (chunk.length === 1) {
        this.log.warn(
          { err: error },
          'Which state an SDK has could not be stored, and is left out.',
        );
        return;
      }
      const middle = chunk.length >> 1;
      await this.writeChunk(chunk.slice(0, middle));
      await this.writeChunk(chunk.slice(middle));
    }
  }

  private async forget(): Promise<void> {
    await this.database.run(FORGET_SDKS).catch(() => undefined); // the next minute will do as well
  }
}

/** Whether the data are at fault (SQLSTATE classes 22 and 23), and not the moment. */
function isRefusal(error: unknown): boolean {
  return /^2[23]/.test((error as { code?: string } | null)?.code ?? '');
}

function rowOf({
  sdk,
  at,
  until,
  environment,
  mode,
  projects,
  hidden,
  namePrefix,
  tags,
  horizon,
}: SdkConnection): object {
  const { appName, instanceId, connectionId, sdkVersion } = sdk;
  const now = performance.now();
  const asked = { environment, mode, projects, hidden, namePrefix, tags, horizon };
  return {
    ...asked,
    appName,
    instanceId,
    connectionId,
    sdkVersion,
    age: (now - at) / 1000,
    left: (until - now) / 1000,
  };
}
