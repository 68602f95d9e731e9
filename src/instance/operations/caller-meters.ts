import { Inject, Injectable } from '@nestjs/common';
import { Counter, Gauge, type Registry } from 'prom-client';
import { DeniedRequests } from '../../audit/audit-log/denied-request/denied-requests.js';
import { RequestQuota } from '../../core/auth/limits/request-quota.js';
import { TokenMisses } from '../../core/auth/limits/token-misses.js';
import type { Config } from '../../platform/config/config.js';
import { CONFIG } from '../../platform/config/config.module.js';
import { Meters } from '../../platform/meters/meters.js';
import { Mailer } from '../../access/people/mail/mailer.js';
import { RESET_MAILS_PER_MINUTE } from '../../access/people/reset/reset-mails.js';

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
