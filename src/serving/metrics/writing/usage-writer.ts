import { type BeforeApplicationShutdown, Inject, Injectable, Logger } from '@nestjs/common';
import type { Config } from '../../../platform/config/config.js';
import { CONFIG } from '../../../platform/config/config.module.js';
import type { BackgroundJob } from '../../../platform/database/jobs/background-job.js';
import { BackgroundJobs } from '../../../platform/database/jobs/background-jobs.js';
import { meaningOf } from '../../../platform/database/postgres-errors.js';
import { SYSTEM } from '../../../core/event/actor.js';
import type { Tx } from '../../../core/event/tx.js';
import { UnitOfWork } from '../../../core/event/unit-of-work.js';
import { FeatureLifecycleService } from '../../../flags/feature/lifecycle/feature-lifecycle.service.js';
import { DatabaseUnavailableError } from '../../../platform/database/database.errors.js';
import { Meters, type UsageLossReason } from '../../../platform/meters/meters.js';
import { KnownNames } from '../report/known-names.js';
import type { UsageLine } from '../report/report.js';
import {
  type Batch,
  type SeenApplication,
  UsageBuffer,
  type Bucket,
  type VariantBucket,
} from '../report/usage-buffer.js';
import { type Reporter, UsageQuota } from '../report/usage-quota.js';
import type { DomainEvent } from '../../../core/event/event.types.js';
import { PRIVATE_PLACES } from '../application/application-writing.sql.js';
import { MAX_COUNT } from '../report/body-reading.js';
import {
  ADD_BUCKETS,
  ADD_VARIANTS,
  NOTE_APPLICATIONS,
  NOTE_INSTANCES,
  NOTE_LOSSES,
  NOTE_PLACES,
  NOTE_USE,
  REMEMBER_APPLICATIONS,
  SHOW_APPLICATIONS,
} from './usage.sql.js';

const hourOf = ({ hour }: { hour: number }): string => new Date(hour).toISOString();

/** Adds buckets to the stored ones, and updates last use and lifecycle stages of the features. */
async function addBuckets(
  reported: readonly Bucket[],
  lifecycle: FeatureLifecycleService,
  tx: Tx,
): Promise<void> {
  const buckets = merged(reported, (held, { yes, no }) => ({
    ...held,
    yes: sum(held.yes, yes),
    no: sum(held.no, no),
  }));
  const [features, environments] = [
    buckets.map((b) => b.featureName),
    buckets.map((b) => b.environment),
  ];
  const counts = [
    buckets.map(hourOf),
    buckets.map((b) => b.yes),
    buckets.map((b) => b.no),
  ] as const;
  await tx.query(ADD_BUCKETS, [features, buckets.map((b) => b.appName), environments, ...counts]);
  await noteUse(buckets, tx);
  const places = new Map(buckets.map((b) => [`${b.featureName}\0${b.environment}`, b]));
  await lifecycle.enterStages([...places.values()], tx);
}

/** Skips missing features and environments, and locks the others against deletion. */
async function noteUse(buckets: readonly Bucket[], tx: Tx): Promise<void> {
  const locked = await tx.lock({
    environments: { keyShare: [...new Set(buckets.map((b) => b.environment))] },
    features: { keyShare: [...new Set(buckets.map((b) => b.featureName))] },
  });
  const environments = new Set(locked.environments.map(({ name }) => name));
  const features = new Set(locked.features.map(({ name }) => name));
  const known = buckets.filter(
    (b) => features.has(b.featureName) && environments.has(b.environment),
  );
  await tx.query(NOTE_USE, [
    known.map((b) => b.featureName),
    known.map((b) => b.environment),
    known.map(hourOf),
    known.map((b) => b.yes),
    known.map((b) => b.no),
  ]);
}

/** Adds variant buckets to the stored ones. */
async function addVariants(reported: readonly VariantBucket[], tx: Tx): Promise<void> {
  const variants = merged(reported, (held, { count }) => ({
    ...held,
    count: sum(held.count, count),
  }));
  await tx.query(ADD_VARIANTS, [
    variants.map((v) => v.featureName),
    variants.map((v) => v.appName),
    variants.map((v) => v.environment),
    variants.map(hourOf),
    variants.map((v) => v.variant),
    variants.map((v) => v.count),
  ]);
}

/** Stores which applications and instances run, and where. */
async function noteApplications(seen: readonly SeenApplication[], tx: Tx): Promise<void> {
  const strategies = new Map<string, string[]>();
  for (const one of seen)
    strategies.set(one.appName, one.strategies ?? strategies.get(one.appName) ?? []);
  const noted = await tx.query(NOTE_APPLICATIONS, [
    [...strategies.keys()],
    [...strategies.values()].map((names) => JSON.stringify(names)),
  ]);

  await tx.query(REMEMBER_APPLICATIONS, [[...strategies.keys()]]);
  await notePlaces(seen, tx);
  const created = noted.filter((one) => one.created).map(({ appName }) => appName);
  if (created.length > 0) await tx.recordAll(await creationsOf(created, tx));
  await noteInstances(seen, tx);
}

/** Stores the projects and environments of the tokens that applications report with. */
async function notePlaces(seen: readonly SeenApplication[], tx: Tx): Promise<void> {
  const places = seen.flatMap(({ appName, environment, projects }) =>
    [...projects].map((project) => ({ appName, environment, project })),
  );
  await tx.query(NOTE_PLACES, [
    places.map((p) => p.appName),
    places.map((p) => p.project),
    places.map((p) => p.environment),
  ]);
}

async function noteInstances(seen: readonly SeenApplication[], tx: Tx): Promise<void> {
  const instances = merged(
    seen.filter((one): one is SeenInstance => one.instanceId !== undefined),
    (held, { sdkVersion, clientIp }) => ({
      ...held,
      sdkVersion: sdkVersion ?? held.sdkVersion,
      clientIp: clientIp ?? held.clientIp,
    }),
  );
  if (instances.length === 0) return;
  await tx.query(NOTE_INSTANCES, [
    instances.map((i) => i.appName),
    instances.map((i) => i.environment),
    instances.map((i) => i.instanceId),
    instances.map((i) => i.sdkVersion ?? null),
    instances.map((i) => i.clientIp ?? null),
  ]);
}

/** The events of applications that reported for the first time. */
async function creationsOf(appNames: readonly string[], tx: Tx): Promise<DomainEvent[]> {
  const shown = await tx.query(SHOW_APPLICATIONS, [appNames]);
  const places = await tx.query(PRIVATE_PLACES, [appNames]);
  const projectOf = new Map(places.map(({ appName, project }) => [appName, { project }]));
  return shown.map(({ appName, data }) => ({
    type: 'application-created' as const,
    ...projectOf.get(appName),
    data,
  }));
}

type SeenInstance = SeenApplication & { instanceId: string };

type Row = { appName: string; environment: string } & Partial<{
  featureName: string;
  hour: number;
  variant: string;
  instanceId: string;
}>;

/**
 * Merges rows of several reporters for the same counter or instance, because a statement can write
 * a row only once.
 */
function merged<T extends { appName: string; environment: string }>(
  rows: readonly T[],
  merge: (held: T, added: T) => T,
): T[] {
  const byKey = new Map<string, T>();
  for (const row of rows) {
    const { featureName, appName, environment, hour, variant, instanceId } = row as Row;
    const key = [featureName, appName, environment, hour, variant, instanceId].join('\0');
    const held = byKey.get(key);
    byKey.set(key, held ? merge(held, row) : row);
  }
  return [...byKey.values()];
}

const sum = (a: number, b: number): number => Math.min(a + b, MAX_COUNT);

const EVERY_MS = 3_000;
/** Upper bound on buffered data; the same amount may be in the process of being written. */
const MAX_BYTES = 64 * 1024 * 1024;
/** Maximum rows per transaction. */
const CHUNK = 5_000;
/** SQLSTATE classes that refuse the rows themselves, so that retrying is useless. */
const REFUSED_ROWS = /^(22|23|54)/;

/**
 * Writes reported usage every few seconds, in few statements for any number of reports. Data that
 * cannot be written while PostgreSQL is away is kept and retried. When the connection breaks during
 * a commit, that batch may be written twice.
 */
@Injectable()
export class UsageWriter implements BeforeApplicationShutdown {
  private readonly log = new Logger(UsageWriter.name);
  private readonly buffer: UsageBuffer;
  private readonly job: BackgroundJob;
  private stopping = false;
  private isAway = false;
  /** The first error of this run because of which rows were not written. */
  private failure: Error | undefined;
  /** What was lost and is not stored yet. */
  private losses = new Map<UsageLossReason, number>();

  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly lifecycle: FeatureLifecycleService,
    private readonly meters: Meters,
    private readonly known: KnownNames,
    @Inject(CONFIG) { usage }: Config,
    jobs: BackgroundJobs,
  ) {
    this.buffer = new UsageBuffer(MAX_BYTES, new UsageQuota(usage, known), (reason, counters) =>
      this.lost(reason, counters),
    );
    this.job = jobs.add({
      name: 'usage',
      everyMs: EVERY_MS,
      run: () => this.round(),
      lastRound: true,
    });
  }

  /**
   * During shutdown, late reports are written before the response, because no later run follows.
   */
  beforeApplicationShutdown(): void {
    this.stopping = true;
  }

  /**
   * Buffers reports, to be written within seconds. What exceeds memory or quotas is dropped and
   * counted.
   */
  async add(
    applications: readonly SeenApplication[],
    usage: readonly UsageLine[],
    reporter?: Reporter,
  ): Promise<void> {
    this.known.keepFresh();
    const { reference } = this.meters;
    for (const one of applications) {
      this.buffer.addApplication({ ...one, reporter });
      if (one.strategies && one.sdkVersion) reference.registered(one.sdkVersion);
    }
    for (const line of usage) {
      this.buffer.addUsage(line, reporter);
      reference.used(line.featureName, line.appName, line.yes, line.no);
    }
    if (this.stopping) await this.write();
  }

  /**
   * Writes everything buffered before the call. Failures are logged, and failed rows are kept for
   * the next run. Never rejects.
   */
  write(): Promise<void> {
    return this.job.runNow();
  }

  /** Counts usage that is not counted as it should be. */
  lost(reason: UsageLossReason, counters: number): void {
    this.meters.lostUsage(reason, counters);
    if (counters > 0) this.losses.set(reason, (this.losses.get(reason) ?? 0) + counters);
  }

  private async round(): Promise<void> {
    this.isAway = false;
    this.failure = undefined;
    try {
      await this.writeBatch(this.buffer.drain());
    } finally {
      await this.noteLosses();
    }
  }

  /** Stores what was lost; if that fails, with the next run. */
  private async noteLosses(): Promise<void> {
    const { losses } = this;
    if (losses.size === 0 || this.isAway) return;
    this.losses = new Map();
    const values = [[...losses.keys()], [...losses.values()]] as const;
    try {
      await this.unitOfWork.run(SYSTEM, (tx) => tx.query(NOTE_LOSSES, values));
    } catch (error) {
      for (const [reason, count] of losses)
        this.losses.set(reason, (this.losses.get(reason) ?? 0) + count);
      this.failure ??= error as Error;
    }
  }

  /**
   * Stops as soon as PostgreSQL is unavailable, because each further attempt would only wait for it
   * again.
   * @throws the first error because of which rows were not written.
   */
  private async writeBatch({ applications, buckets, variants }: Batch): Promise<void> {
    const left = {
      applications: await this.inChunks(applications, noteApplications),
      buckets: await this.inChunks(buckets, (chunk, tx) => addBuckets(chunk, this.lifecycle, tx)),
      variants: await this.inChunks(variants, addVariants),
    };
    this.buffer.requeue(left);
    if (this.failure) throw this.failure;
  }

  /**
   * Writes rows in batches.
   * @returns Rows to retry later.
   */
  private async inChunks<T>(
    rows: readonly T[],
    write: (chunk: readonly T[], tx: Tx) => Promise<void>,
  ): Promise<T[]> {
    const left: T[] = [];
    for (let start = 0; start < rows.length; start += CHUNK) {
      const chunk = rows.slice(start, start + CHUNK);
      if (this.isAway || !(await this.written(chunk, write)))
        for (const one of chunk) left.push(one);
    }
    return left;
  }

  /** @returns Whether the rows are done: written or permanently refused. */
  private async written<T>(
    chunk: readonly T[],
    write: (chunk: readonly T[], tx: Tx) => Promise<void>,
  ): Promise<boolean> {
    try {
      await this.unitOfWork.run(SYSTEM, (tx) => write(chunk, tx));
      return true;
    } catch (error) {
      this.isAway = meaningOf(error) instanceof DatabaseUnavailableError;
      if (!REFUSED_ROWS.test(sqlStateOf(error))) {
        this.failure ??= error as Error;
        return false;
      }
      this.log.error(
        { err: error },
        `PostgreSQL refused ${chunk.length} rows of reported usage; they are lost.`,
      );
      this.lost('refused', chunk.length);
      return true;
    }
  }
}

function sqlStateOf(error: unknown): string {
  const { code } = ((error as { driverError?: unknown } | null)?.driverError ?? error ?? {}) as {
    code?: unknown;
  };
  return typeof code === 'string' ? code : '';
}
