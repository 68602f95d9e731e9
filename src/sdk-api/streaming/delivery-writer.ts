import { type BeforeApplicationShutdown, Injectable, Logger } from '@nestjs/common';
import { Database } from '../../database/database.js';
import type { BackgroundJob } from '../../database/jobs/background-job.js';
import { BackgroundJobs } from '../../database/jobs/background-jobs.js';
import { withTimeout } from '../../database/with-timeout.js';
import { Streams } from './streams.js';
import { FORGET_SDKS, NOTE_SDKS } from '../delivery/delivery.sql.js';
import { SdkConnections, type SdkConnection } from '../delivery/sdk-connections.js';

const EVERY_MS = 2_000;
const FORGET_EVERY_MS = 60_000;
const TIMEOUT_MS = 10_000;
/** Maximum rows per statement. */
const CHUNK = 2_000;

/**
 * Stores every few seconds, in few statements, which SDKs have received what; retries on failure.
 */
@Injectable()
export class DeliveryWriter implements BeforeApplicationShutdown {
  private readonly log = new Logger(DeliveryWriter.name);
  private readonly job: BackgroundJob;

  constructor(
    private readonly database: Database,
    private readonly sightings: SdkConnections,
    private readonly streams: Streams,
    jobs: BackgroundJobs,
  ) {
    this.job = jobs.add({
      name: 'sdk-deliveries',
      everyMs: EVERY_MS,
      run: () => this.writeAll(),
      lastRound: true,
    });
    jobs.add({
      name: 'sdk-delivery-cleanup',
      everyMs: FORGET_EVERY_MS,
      run: async () => void (await database.run(FORGET_SDKS)),
    });
  }

  beforeApplicationShutdown(): void {
    this.streams.end();
  }

  /** Stores everything recorded before the call. Never rejects. */
  write(): Promise<void> {
    return this.job.runNow();
  }

  private async writeAll(): Promise<void> {
    this.streams.recordStates();
    const seen = this.sightings.drain();
    for (let start = 0; start < seen.length; start += CHUNK) {
      try {
        await this.writeChunk(seen.slice(start, start + CHUNK));
      } catch (error) {
        this.sightings.requeue(seen.slice(start));
        throw error;
      }
    }
  }

  /**
   * Stores a batch. Rows that PostgreSQL refuses are dropped, so that they do not block the others.
   * @throws Error when none can be stored.
   */
  private async writeChunk(chunk: readonly SdkConnection[]): Promise<void> {
    try {
      await withTimeout(
        TIMEOUT_MS,
        this.database.run(NOTE_SDKS, [JSON.stringify(chunk.map(rowOf))]),
      );
    } catch (error) {
      if (!isRefusal(error)) throw error;
      if (chunk.length === 1) {
        this.log.warn(
          { err: error },
          'The state that an SDK has received could not be stored and is omitted.',
        );
        return;
      }
      const middle = chunk.length >> 1;
      await this.writeChunk(chunk.slice(0, middle));
      await this.writeChunk(chunk.slice(middle));
    }
  }
}

/** Whether the data are refused (SQLSTATE classes 22 and 23), as opposed to a temporary failure. */
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
  const query = { environment, mode, projects, hidden, namePrefix, tags, horizon };
  return {
    ...query,
    appName,
    instanceId,
    connectionId,
    sdkVersion,
    age: (now - at) / 1000,
    left: (until - now) / 1000,
  };
}
