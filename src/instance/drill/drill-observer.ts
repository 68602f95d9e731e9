import { randomBytes } from 'node:crypto';
import { hostname } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import {
  type BeforeApplicationShutdown,
  Inject,
  Injectable,
  Logger,
  type OnApplicationBootstrap,
} from '@nestjs/common';
import { HttpAdapterHost } from '@nestjs/core';
import type { Server } from 'node:http';
import { TokenCaller } from '../../core/auth/caller/caller.js';
import { DRILL_ENVIRONMENT, ProcessTokens } from '../../core/auth/process-tokens.js';
import type { Config } from '../../platform/config/config.js';
import { CONFIG } from '../../platform/config/config.module.js';
import { Database } from '../../platform/database/database.js';
import { BackgroundJobs } from '../../platform/database/jobs/background-jobs.js';
import { ADMIN_TOKEN_USER_ID } from '../../core/event/actor.js';
import { Announcements } from '../../serving/sdk-api/snapshot/announcements.js';
import { NO_ENVIRONMENT, ServedFeatures } from '../../serving/sdk-api/snapshot/served-features.js';
import { SnapshotRefresher } from '../../serving/sdk-api/snapshot/snapshot-refresher.js';
import { SnapshotStore } from '../../serving/sdk-api/snapshot/snapshot-store.js';
import { InstanceWriter } from '../../serving/sdk-api/streaming/delivery-writer.js';
import {
  type Drill,
  drillOf,
  isVisible,
  READ_BACK_MS,
  type Report,
  type Channel,
  DrillError,
  type DrillFeature,
  latestRound,
  publicReasonOf,
  validSeconds,
} from './drill.js';
import { DrillStream, type DeltaEvent, featuresIn } from './drill-stream.js';
import { REPORT } from './drill.sql.js';
import { OwnApi } from './own-api.js';

/** Pause before something is read again. */
const PAUSE_MS = 100;
/** Pause before looking again whether the stream has brought a change. */
const STREAM_PAUSE_MS = 10;
const NOT_YET = 'It still has the former state.';

/** When a change was there, by the clock of `performance`, or why it was not. */
type Found = { at: number } | { reason: string };

/** Reads the reserved features in each way in which SDKs do, from this instance. */
class ReadBack {
  private readonly etags = new Map<Channel, string>();

  constructor(
    private readonly api: OwnApi,
    private readonly stream: DrillStream,
  ) {}

  /**
   * Reads until a change is there, or the time is over. Never rejects.
   * @returns When it was there by the clock of `performance`, or why not.
   */
  async find(
    drill: Drill,
    milliseconds: number,
  ): Promise<Record<Exclude<Channel, 'snapshot'>, Found>> {
    const until = performance.now() + milliseconds;
    const [poll, delta, ofrep, stream] = await Promise.all([
      this.repeat(until, () => this.poll(drill)),
      this.repeat(until, () => this.delta(drill)),
      this.repeat(until, () => this.ofrep(drill)),
      this.streamed(drill, until),
    ]);
    return { poll, stream, delta, ofrep };
  }

  private async repeat(until: number, isThere: () => Promise<boolean>): Promise<Found> {
    for (;;) {
      let reason = NOT_YET;
      try {
        if (await isThere()) return { at: performance.now() };
      } catch (error) {
        reason = publicReasonOf(error);
      }
      if (performance.now() + PAUSE_MS > until) return { reason };
      await sleep(PAUSE_MS, undefined, { ref: false });
    }
  }

  private async streamed({ round }: Drill, until: number): Promise<Found> {
    for (;;) {
      const { latest, problem } = this.stream;
      if (latest && latest.round >= round) return { at: latest.at };
      if (performance.now() > until)
        return { reason: problem ?? 'The stream is open, and the change does not arrive.' };
      await Promise.all([
        this.stream.ensureOpen(),
        sleep(STREAM_PAUSE_MS, undefined, { ref: false }),
      ]);
    }
  }

  private async poll({ round }: Drill): Promise<boolean> {
    const answer = await this.ask<{ features: DrillFeature[] }>('poll', '/api/client/features');
    return (latestRound(answer?.features ?? []) ?? 0) >= round;
  }

  private async delta({ round }: Drill): Promise<boolean> {
    const answer = await this.ask<{ events: DeltaEvent[] }>('delta', '/api/client/delta');
    return (latestRound(featuresIn(answer?.events ?? [])) ?? 0) >= round;
  }

  private async ofrep({ enabled }: Drill): Promise<boolean> {
    const context = { targetingKey: 'drill' };
    const path = '/ofrep/v1/evaluate/flags';
    // Without a tag: flags that were switched twice have the former tag again.
    this.etags.delete('ofrep');
    const answer = await this.ask<{ flags: { value: unknown }[] }>('ofrep', path, { context });
    return (
      !!answer && answer.flags.length > 0 && answer.flags.every((flag) => flag.value === enabled)
    );
  }

  /**
   * Asks with the tag of the last answer.
   * @returns undefined when nothing has changed.
   * @throws Error when it is refused.
   */
  private async ask<T>(channel: Channel, path: string, body?: object): Promise<T | undefined> {
    const { status, headers, text } = await this.api.ask(path, this.etags.get(channel), body);
    if (status === 304) return undefined;
    if (status !== 200) throw new DrillError(`It was refused with status ${status}.`);
    if (headers.etag !== undefined) this.etags.set(channel, headers.etag);
    return JSON.parse(text) as T;
  }
}

const TOKEN_ID = '00000000-0000-0000-0000-000000000000';
const TOKEN_BYTES = 32;
/** How often is looked whether the stream is open. */
const LOOK_EVERY_MS = 5_000;
/** Pause before it is opened again. */
const RETRY_MS = 500;
/** How long a notification may be later than the change, which can be found without it. */
const NOTIFIED_MS = 700;

/**
 * Observes the drill on this instance: when the reserved features have changed in memory, reads
 * them back in each way in which SDKs do, and reports when they were there.
 */
@Injectable()
export class DrillObserver implements OnApplicationBootstrap, BeforeApplicationShutdown {
  /** The drill that this instance has switched last. */
  switched = 0;
  private readonly log = new Logger(DrillObserver.name);
  private readonly api: OwnApi;
  private readonly stream: DrillStream;
  private readonly readBack: ReadBack;
  private seen = 0;
  private isStopped = false;

  constructor(
    host: HttpAdapterHost,
    tokens: ProcessTokens,
    private readonly database: Database,
    private readonly state: SnapshotStore,
    private readonly served: ServedFeatures,
    private readonly refresher: SnapshotRefresher,
    private readonly announcements: Announcements,
    private readonly instances: InstanceWriter,
    private readonly jobs: BackgroundJobs,
    @Inject(CONFIG) private readonly config: Config,
  ) {
    const secret = randomBytes(TOKEN_BYTES).toString('hex');
    if (config.drillSeconds > 0) tokens.add(secret, callerOfDrill());
    const server = (): Server => host.httpAdapter.getHttpServer() as Server;
    this.api = new OwnApi(() => server().address(), config.basePath, secret);
    this.stream = new DrillStream(this.api);
    this.readBack = new ReadBack(this.api, this.stream);
  }

  onApplicationBootstrap(): void {
    if (this.config.drillSeconds === 0) return;
    this.state.listen(({ environment, features: { changed } }) => {
      if (environment === DRILL_ENVIRONMENT && changed[0])
        void this.observe(drillOf(changed[0].value));
    });
    this.jobs.add({
      name: 'drill-stream',
      everyMs: LOOK_EVERY_MS,
      firstMs: 0,
      run: () => this.ensureReady(),
    });
  }

  beforeApplicationShutdown(): void {
    this.isStopped = true;
    this.stream.close();
    this.api.close();
  }

  /** Whether this instance can be asked, so that a drill makes sense. */
  get isReady(): boolean {
    return this.api.port !== undefined && this.state.get(DRILL_ENVIRONMENT) !== undefined;
  }

  /**
   * Loads the reserved features and opens the stream. Then others can expect reports.
   * @returns The pause before looking again.
   */
  private async ensureReady(): Promise<number> {
    if (!this.state.get(DRILL_ENVIRONMENT)) await this.served.environment(DRILL_ENVIRONMENT);
    await this.stream.ensureOpen();
    if (this.isReady && this.instances.drilledSeconds === undefined) {
      this.instances.drilledSeconds = validSeconds(this.config.drillSeconds);
      await this.instances.noteRunning();
    }
    return this.stream.problem === undefined ? LOOK_EVERY_MS : RETRY_MS;
  }

  /** Host and port of this instance. */
  get name(): string {
    return `${hostname()}:${this.api.port ?? this.config.port}`;
  }

  /** Reads a change back and reports. Never rejects: a missing report is noticed. */
  private async observe(drill: Drill): Promise<void> {
    if (drill.round === this.seen) return;
    this.seen = drill.round;
    const snapshot = { at: performance.now() };
    try {
      const found = await this.readBack.find(drill, READ_BACK_MS);
      const notified = await this.notifiedSince(snapshot.at, drill);
      if (this.isStopped) return;
      const now = performance.now();
      const age = (one: Found) => ('at' in one ? { age: now - one.at } : one);
      const { poll, stream, delta, ofrep } = found;
      const report: Report = {
        channels: {
          ...{ snapshot: age(snapshot), poll: age(poll), stream: age(stream) },
          ...{ delta: age(delta), ofrep: age(ofrep) },
        },
        ...(notified !== undefined && { notified: notified && now - notified }),
        outdated: this.outdated(drill),
      };
      await this.database.run(
        REPORT,
        [
          this.instances.instance,
          this.name,
          drill.round,
          JSON.stringify(report),
          Date.now() / 1_000,
        ],
        'hot',
      );
    } catch (error) {
      this.log.debug({ err: error }, 'The report of a drill could not be stored.');
    }
  }

  /**
   * When the last notification arrived, null without any. Waits for one that is later than the
   * change itself. Undefined when this instance has switched: it is not notified.
   */
  private async notifiedSince(
    changedAt: number,
    { round }: Drill,
  ): Promise<number | null | undefined> {
    const until = changedAt + NOTIFIED_MS;
    const { announcements } = this;
    while (this.switched < round) {
      const isHeard = announcements.heardAt > changedAt - NOTIFIED_MS;
      if (isHeard || performance.now() > until)
        return Number.isFinite(announcements.heardAt) ? announcements.heardAt : null;
      await sleep(NOTIFIED_MS / 10, undefined, { ref: false });
    }
    return undefined;
  }

  /** Environments whose features this instance serves from before the change. */
  private outdated({ transactionId }: Drill): string[] {
    return this.state.held.filter((environment) => {
      if (environment === DRILL_ENVIRONMENT || environment === NO_ENVIRONMENT) return false;
      const horizon = this.refresher.horizonOf(environment);
      const isCurrent = this.refresher.serves(environment) && horizon;
      return !isCurrent || !isVisible(transactionId, horizon);
    });
  }
}

function callerOfDrill(): TokenCaller {
  return new TokenCaller(
    'client',
    TOKEN_ID,
    ADMIN_TOKEN_USER_ID,
    'drill',
    DRILL_ENVIRONMENT,
    undefined,
  );
}
