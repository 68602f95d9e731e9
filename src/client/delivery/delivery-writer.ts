import { type BeforeApplicationShutdown, Injectable, Logger, type OnApplicationBootstrap } from '@nestjs/common';
import { Database } from '../../database/database.js';
import { within } from '../state/patience.js';
import { Streams } from '../streaming/streams.js';
import { FORGET_SDKS, NOTE_SDKS } from './delivery.sql.js';
import { DeliverySightings, type Sighting } from './sightings.js';

const EVERY_MS = 2_000;
const FORGET_EVERY_MS = 60_000;
const PATIENCE_MS = 10_000;
/** How many are written by one statement. */
const CHUNK = 2_000;

/** Writes down, every few seconds and in few statements, which SDKs have what. What cannot be written is tried again. */
@Injectable()
export class DeliveryWriter implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private readonly log = new Logger(DeliveryWriter.name);
  private timer?: NodeJS.Timeout;
  private forgetting?: NodeJS.Timeout;
  private writing: Promise<void> | undefined;
  private hasFailed = false;

  constructor(
    private readonly database: Database,
    private readonly sightings: DeliverySightings,
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
    const seen = this.sightings.take();
    if (seen.length === 0) return;
    this.writing = this.writeAll(seen).finally(() => (this.writing = undefined));
    await this.writing;
  }

  private async writeAll(seen: readonly Sighting[]): Promise<void> {
    for (let start = 0; start < seen.length; start += CHUNK) {
      const chunk = seen.slice(start, start + CHUNK);
      try {
        await within(PATIENCE_MS, this.database.run(NOTE_SDKS, [JSON.stringify(chunk.map(rowOf))]));
        this.hasFailed = false;
      } catch (error) {
        if (!this.hasFailed) this.log.warn({ err: error }, 'Which SDKs have what could not be written down; it will be tried again.');
        this.hasFailed = true;
        this.sightings.putBack(seen.slice(start));
        return;
      }
    }
  }

  private async forget(): Promise<void> {
    await this.database.run(FORGET_SDKS).catch(() => undefined); // the next minute will do as well
  }
}

function rowOf({ sdk, at, until, ...rest }: Sighting): object {
  const { appName, instanceId, connectionId, sdkVersion } = sdk;
  const now = performance.now();
  return { ...rest, appName, instanceId, connectionId, sdkVersion, age: (now - at) / 1000, left: (until - now) / 1000 };
}
