import { Injectable } from '@nestjs/common';
import { Counter, Gauge, type Registry, Summary } from 'prom-client';
import { WitnessLag } from '../../audit/audit-log/witness/witness-lag.js';
import { EventSealer } from '../../audit/audit-log/seal/event-sealer.js';
import { LiveSettings } from '../../core/auth/live-settings.js';
import type { JobFigures } from '../../platform/database/jobs/background-job.js';
import { BackgroundJobs } from '../../platform/database/jobs/background-jobs.js';
import { Meters } from '../../platform/meters/meters.js';
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
