import { Injectable, Inject } from '@nestjs/common';
import { Gauge, type Registry, Counter, Summary } from 'prom-client';
import { EventTally } from '../../core/event/event-tally.js';
import { HorizonWatch } from '../../core/event/horizon-watch.js';
import { Database } from '../../platform/database/database.js';
import { BackgroundJobs } from '../../platform/database/jobs/background-jobs.js';
import { ShortStatements } from '../../platform/database/short-statements.js';
import { Meters } from '../../platform/meters/meters.js';
import { DeniedRequests } from '../../audit/audit-log/denied-request/denied-requests.js';
import { RequestQuota } from '../../core/auth/limits/request-quota.js';
import { TokenMisses } from '../../core/auth/limits/token-misses.js';
import type { Config } from '../../platform/config/config.js';
import { CONFIG } from '../../platform/config/config.module.js';
import { Mailer } from '../../access/people/mail/mailer.js';
import { RESET_MAILS_PER_MINUTE } from '../../access/people/reset/reset-mails.js';
import { WitnessLag } from '../../audit/audit-log/witness/witnesses.js';
import { EventSealer } from '../../audit/audit-log/seal/event-sealer.js';
import { LiveSettings } from '../../core/auth/live-settings.js';
import type { JobFigures } from '../../platform/database/jobs/background-job.js';
import { Sandbox } from '../../platform/sandbox/sandbox.js';

/**
 * After how many rounds a summary is compressed. By default it keeps a thousand, and a scrape that
 * compresses those of all jobs would block other requests for too long.
 */
const COMPRESS_ROUNDS = 50;

/** The metrics of the background jobs, and of the backups that the administration makes. */
@Injectable()
export class JobMeters {
  constructor({ registry }: Meters, jobs: BackgroundJobs, settings: LiveSettings) {
    measureBackups(registry, settings);
    summarize(registry, jobs);
    new Counter({
      name: 'background_job_rounds_total',
      help: 'Runs of each background job, by result.',
      labelNames: ['job', 'outcome'],
      registers: [registry],
      collect(): void {
        this.reset();
        for (const { name, figures } of jobs.all) {
          this.inc({ job: name, outcome: 'success' }, figures.succeeded);
          this.inc({ job: name, outcome: 'failure' }, figures.failed);
        }
      },
    });
    gauge(
      'background_job_last_run_timestamp_seconds',
      'End of the last run of each background job, in seconds since 1970.',
      ({ lastRunAt }) => lastRunAt,
      jobs,
      registry,
    );
    gauge(
      'background_job_last_duration_seconds',
      'Duration of the last run of each background job.',
      ({ lastSeconds }) => lastSeconds,
      jobs,
      registry,
    );
  }
}

function measureBackups(registry: Registry, settings: LiveSettings): void {
  new Gauge({
    name: 'backup_last_success_timestamp_seconds',
    help: 'When the last backup was complete, in seconds since 1970; 0 before the first one.',
    registers: [registry],
    collect(): void {
      const backup = settings.get('backup');
      this.set(backup ? Date.parse(backup.completedAt) / 1_000 : 0);
    },
  });
}

/** The durations by the name of the reference, whose label is `jobId`. */
function summarize(registry: Registry, jobs: BackgroundJobs): void {
  const durations = new Summary({
    name: 'scheduler_duration_seconds',
    help: 'How long the rounds of each background job took.',
    labelNames: ['jobId'],
    percentiles: [0.1, 0.5, 0.9, 0.95, 0.99],
    maxAgeSeconds: 600,
    ageBuckets: 5,
    compressCount: COMPRESS_ROUNDS,
    registers: [registry],
  });
  jobs.listen((jobId, seconds) => durations.observe({ jobId }, seconds));
}

function gauge(
  name: string,
  help: string,
  read: (figures: JobFigures) => number | undefined,
  jobs: BackgroundJobs,
  registry: Registry,
): void {
  new Gauge({
    name,
    help,
    labelNames: ['job'],
    registers: [registry],
    collect(): void {
      for (const { name: job, figures } of jobs.all) {
        const value = read(figures);
        if (value !== undefined) this.set({ job }, value);
      }
    },
  });
}

/** Metrics of the sealing of the audit log, at most a few seconds old. */
@Injectable()
export class SealMeters {
  constructor({ registry }: Meters, sealer: EventSealer) {
    new Gauge({
      name: 'event_seal_waiting_events',
      help: 'Events that are not sealed yet, at most 1000.',
      registers: [registry],
      collect(): void {
        this.set(sealer.waiting.events);
      },
    });
    new Gauge({
      name: 'event_seal_lag_seconds',
      help: 'Age of the oldest event that is not sealed; 0 when all are.',
      registers: [registry],
      collect(): void {
        this.set(sealer.waiting.seconds);
      },
    });
  }
}

/** Metrics of the witnesses of the audit log, at most fifteen seconds old. */
@Injectable()
export class WitnessMeters {
  constructor({ registry }: Meters, lag: WitnessLag) {
    new Gauge({
      name: 'audit_witness_lag_seconds',
      help:
        'How late a registered witness of the audit log is: age of its last cosignature, or of ' +
        'the first seal that it does not cover, whichever is more.',
      labelNames: ['witness'],
      registers: [registry],
      collect(): void {
        this.reset();
        for (const [witness, seconds] of lag.seconds) this.set({ witness }, seconds);
      },
    });
  }
}

/** Metrics of the worker threads for input of users. */
@Injectable()
export class SandboxMeters {
  constructor({ registry }: Meters, sandbox: Sandbox) {
    new Gauge({
      name: 'worker_tasks_waiting',
      help:
        'Templates, patterns and other input of users that wait for a worker thread, by task. ' +
        'Above WORKER_QUEUE_LIMIT, requests are refused with 503.',
      labelNames: ['task'],
      registers: [registry],
      collect(): void {
        for (const [task, waiting] of sandbox.waiting) this.set({ task }, waiting);
      },
    });
  }
}

/** Metrics of refused requests, of limits that refuse them, and of mails. */
@Injectable()
export class CallerMeters {
  constructor(
    { registry }: Meters,
    mailer: Mailer,
    misses: TokenMisses,
    denied: DeniedRequests,
    quota: RequestQuota,
    @Inject(CONFIG) config: Config,
  ) {
    show(
      registry,
      'quota_refusals_total',
      'cost',
      'Requests that were refused with 429 because their caller had used up its quota, by cost.',
      () => quota.refused,
    );
    show(
      registry,
      'token_misses_total',
      'outcome',
      'Unknown tokens and session cookies. unknown: not found; repeated: sent again within a ' +
        'second and refused from memory; limited: refused without a lookup, because the address ' +
        'sent too many.',
      () => misses.counts,
    );
    showOutcomes(registry, denied, mailer);
    showRateLimits(registry, config);
  }
}

function showOutcomes(registry: Registry, denied: DeniedRequests, mailer: Mailer): void {
  show(
    registry,
    'denied_requests_total',
    'reason',
    'Requests that were denied. forbidden: with 403; unknown-token: with 401, with a token ' +
      'that is unknown, expired or revoked.',
    () => denied.counts,
  );
  show(
    registry,
    'mails_total',
    'outcome',
    'Mails by result. sent: accepted by the mail server; failed: not accepted; dropped: too ' +
      'many were in progress.',
    () => mailer.outcomes,
  );
}

/** Adds a counter whose values are counted elsewhere, by one label. */
function show(
  registry: Registry,
  name: string,
  label: string,
  help: string,
  counts: () => object,
): void {
  new Counter({
    name,
    help,
    labelNames: [label],
    registers: [registry],
    collect(): void {
      this.reset();
      for (const [value, count] of Object.entries(counts()))
        this.inc({ [label]: value }, count as number);
    },
  });
}

/** Requests of SDKs share one limit, which is per token and second. */
const SDK_REPORTS = ['client', 'frontend'].flatMap((api) =>
  ['metrics', 'register'].map((kind) => `/api/${api}/${kind}`),
);

function showRateLimits(registry: Registry, { limits, quotas }: Config): void {
  const gauge = new Gauge({
    name: 'rate_limits',
    help: 'Requests per minute that are allowed, by endpoint and method.',
    labelNames: ['endpoint', 'method'],
    registers: [registry],
  });
  const show = (endpoint: string, perMinute: number): void =>
    gauge.set({ endpoint, method: 'POST' }, perMinute);
  show('/auth/simple', limits.loginsPerMinute);
  show('/api/admin/user-admin', limits.newUsersPerMinute);
  show('/auth/reset/password-email', RESET_MAILS_PER_MINUTE);
  for (const endpoint of SDK_REPORTS) show(endpoint, quotas.sdkPerSecond * 60);
}

/** Metrics of the connections that short statements share. */
@Injectable()
export class PipelineMeters {
  constructor(meters: Meters, shortStatements: ShortStatements) {
    new Gauge({
      name: 'database_pipelines',
      help:
        'Connections to PostgreSQL that short statements of all callers share: open ones (state: ' +
        'connections), and calls in progress on them (state: calls).',
      labelNames: ['state'],
      registers: [meters.registry],
      collect(): void {
        const { connections, calls } = shortStatements.load;
        this.set({ state: 'connections' }, connections);
        this.set({ state: 'calls' }, calls);
      },
    });
  }
}

/** How often replicas are asked how far they are. */
const EVERY_MS = 5_000;

/** Metrics of the replicas that serve long reads. */
@Injectable()
export class ReplicaMeters {
  constructor({ registry }: Meters, { replicas }: Database, jobs: BackgroundJobs) {
    if (replicas.all.length === 0) return;
    jobs.add({ name: 'replica-lag', everyMs: EVERY_MS, run: () => replicas.measure() });
    new Gauge({
      name: 'database_replica_lag_bytes',
      help:
        'How much of the log of the primary a replica had not replayed when last asked. Replicas ' +
        'that do not answer, or are no standbys, have no value.',
      labelNames: ['replica'],
      registers: [registry],
      collect(): void {
        this.reset();
        for (const { name, behind } of replicas.all)
          if (behind !== undefined) this.set({ replica: name }, behind);
      },
    });
    new Gauge({
      name: 'database_replica_up',
      help: 'Whether a replica serves long reads at the moment: 1, or 0 when it is not used.',
      labelNames: ['replica'],
      registers: [registry],
      collect(): void {
        this.reset();
        for (const { name, pausedUntil } of replicas.all)
          this.set({ replica: name }, performance.now() >= pausedUntil ? 1 : 0);
      },
    });
  }
}

/** Metrics of the transaction horizon, at most ten seconds old. */
@Injectable()
export class HorizonMeters {
  constructor({ registry }: Meters, watch: HorizonWatch, tally: EventTally) {
    new Gauge({
      name: 'database_horizon_age_seconds',
      help:
        'How long one transaction, in any database of the server, has kept later events from ' +
        'becoming final; 0 when none does. ' +
        'held_by: a session, a prepared transaction, or unknown.',
      labelNames: ['held_by'],
      registers: [registry],
      collect(): void {
        this.reset();
        const { seconds, kind } = watch.heldBack;
        this.set({ held_by: kind }, seconds);
      },
    });
    measureTally(watch, tally, registry);
  }
}

function measureTally(watch: HorizonWatch, tally: EventTally, registry: Registry): void {
  new Gauge({
    name: 'event_tally_untallied_events',
    help: 'Events that statistics count one by one, at most 100000.',
    registers: [registry],
    collect(): void {
      this.set(watch.untallied.events);
    },
  });
  new Gauge({
    name: 'event_tally_lag_seconds',
    help: 'Age of the oldest event that is not tallied; 0 when all are.',
    registers: [registry],
    collect(): void {
      this.set(watch.untallied.seconds);
    },
  });
  new Gauge({
    name: 'database_restores',
    help: 'Databases restored from another cluster that this instance detected and repaired.',
    registers: [registry],
    collect(): void {
      this.set(tally.restores);
    },
  });
}
