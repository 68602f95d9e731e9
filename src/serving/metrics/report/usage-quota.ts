import { createHash, randomBytes } from 'node:crypto';
import type { Config } from '../../../platform/config/config.js';
import type { KnownNames } from './known-names.js';

const HOUR_MS = 3_600_000;
const DAY_MS = 86_400_000;
/**
 * Usage of earlier hours counts as late: few SDKs report it, and it would multiply the counters
 * that can be invented.
 */
const LATE_MS = 3 * HOUR_MS;
/**
 * Fraction of a token's counters that may be for unknown features, unknown applications, or late.
 * Real usage is rarely any of these, so junk cannot displace it.
 */
const UNPROVEN_SHARE = 0.1;
/** Fraction of a token's counters that one application may use. */
const APPLICATION_SHARE = 0.5;
/**
 * Upper bound on tracked counters of all tokens, about 50 MB. Beyond it each token gets at most an
 * equal share.
 */
const MAX_TRACKED = 2_000_000;

/** A token, and whether it is public in browsers. */
export interface Reporter {
  key: string;
  isFrontend: boolean;
}

/** The subject of a new counter. */
interface CounterSubject {
  featureName: string;
  appName: string;
  environment: string;
  /** Start of the hour, in milliseconds since 1970. */
  hour: number;
}

/**
 * Why a counter is refused. `quota`: the token's counters per hour are used up; `application`:
 * those of one application; `applications`: the token's new applications per day; `variants`: the
 * variants of a feature per hour.
 */
export type QuotaReason = 'quota' | 'application' | 'applications' | 'variants';

type CounterClass = 'proven' | 'unproven' | 'instances';

/** What a token has reported in the current hour. Names are stored as 32-bit digests. */
interface Ledger {
  counters: Record<CounterClass, Set<number>>;
  perApplication: Map<string, number>;
  variants: Map<number, number>;
}

const newLedger = (): Ledger => ({
  counters: { proven: new Set(), unproven: new Set(), instances: new Set() },
  perApplication: new Map(),
  variants: new Map(),
});

/**
 * Limits the distinct counters per hour and new applications per day of a token on this instance.
 * Existing counters of the hour are always incremented.
 */
export class UsageQuota {
  private ledgers = new Map<string, Ledger>();
  private applications = new Map<string, Set<number>>();
  private readonly salt = randomBytes(16);
  private hour = 0;
  private day = 0;
  private tracked = 0;

  constructor(
    private readonly limits: Config['usage'],
    private readonly known: Pick<KnownNames, 'hasFeature' | 'hasApplication'>,
    private readonly now: () => number = Date.now,
  ) {}

  /** @returns Why the application is refused; undefined when it is accepted. */
  refusalOfApplication(
    reporter: Reporter,
    { appName, environment, instanceId }: InstanceSubject,
  ): QuotaReason | undefined {
    const key = this.digest('i', appName, environment, instanceId ?? '');
    return (
      this.refusalOfName(reporter, appName) ?? this.refusalIn('instances', reporter, appName, key)
    );
  }

  /** @returns Why the counter of a feature or variant is refused; undefined when it is accepted. */
  refusalOfCounter(
    reporter: Reporter,
    subject: CounterSubject,
    variant?: string,
  ): QuotaReason | undefined {
    const { featureName, appName, environment, hour } = subject;
    const refusal = this.refusalOfName(reporter, appName);
    if (refusal) return refusal;
    const isProven =
      this.known.hasFeature(featureName) &&
      this.known.hasApplication(appName) &&
      hour >= this.now() - LATE_MS;
    const kind = isProven ? 'proven' : 'unproven';
    const bucket = this.digest('b', featureName, appName, environment, hour);
    if (variant === undefined) return this.refusalIn(kind, reporter, appName, bucket);
    const key = this.digest('v', featureName, appName, environment, hour, variant);
    return this.refusalOfVariant(kind, reporter, appName, bucket, key);
  }

  private refusalOfVariant(
    kind: CounterClass,
    reporter: Reporter,
    appName: string,
    bucket: number,
    key: number,
  ): QuotaReason | undefined {
    const ledger = this.ledgerOf(reporter);
    if (ledger.counters[kind].has(key)) return undefined;
    const variants = ledger.variants.get(bucket) ?? 0;
    if (variants >= this.limits.variantsPerFeature) return 'variants';
    const refusal = this.refusalIn(kind, reporter, appName, key);
    if (!refusal) ledger.variants.set(bucket, variants + 1);
    return refusal;
  }

  private refusalIn(
    kind: CounterClass,
    reporter: Reporter,
    appName: string,
    key: number,
  ): QuotaReason | undefined {
    const ledger = this.ledgerOf(reporter);
    const seen = ledger.counters[kind];
    if (seen.has(key)) return undefined;
    const perHour = reporter.isFrontend
      ? this.limits.frontendCountersPerHour
      : this.limits.countersPerHour;
    const max = kind === 'proven' ? perHour : Math.ceil(perHour * UNPROVEN_SHARE);
    if (seen.size >= max || this.hasMoreThanItsPart(ledger)) return 'quota';
    const application = `${kind} ${appName}`;
    const ofApplication = ledger.perApplication.get(application) ?? 0;
    if (ofApplication >= Math.ceil(max * APPLICATION_SHARE)) return 'application';
    ledger.perApplication.set(application, ofApplication + 1);
    seen.add(key);
    this.tracked++;
    return undefined;
  }

  private refusalOfName(reporter: Reporter, appName: string): QuotaReason | undefined {
    if (this.known.hasApplication(appName)) return undefined;
    const day = Math.floor(this.now() / DAY_MS);
    if (day !== this.day) [this.day, this.applications] = [day, new Map()];
    let names = this.applications.get(reporter.key);
    if (!names) this.applications.set(reporter.key, (names = new Set()));
    const key = this.digest('a', appName);
    if (names.has(key)) return undefined;
    const max = reporter.isFrontend
      ? this.limits.frontendNewApplicationsPerDay
      : this.limits.newApplicationsPerDay;
    if (names.size >= max) return 'applications';
    names.add(key);
    return undefined;
  }

  private hasMoreThanItsPart({ counters }: Ledger): boolean {
    if (this.tracked < MAX_TRACKED) return false;
    return (
      counters.proven.size + counters.unproven.size + counters.instances.size >=
      MAX_TRACKED / this.ledgers.size
    );
  }

  private ledgerOf({ key }: Reporter): Ledger {
    const hour = Math.floor(this.now() / HOUR_MS);
    if (hour !== this.hour) [this.hour, this.ledgers, this.tracked] = [hour, new Map(), 0];
    let ledger = this.ledgers.get(key);
    if (!ledger) this.ledgers.set(key, (ledger = newLedger()));
    return ledger;
  }

  /** Salted, so that nobody can construct names with equal digests. */
  private digest(...parts: (string | number)[]): number {
    return createHash('sha256').update(this.salt).update(parts.join('\0')).digest().readInt32BE();
  }
}

interface InstanceSubject {
  appName: string;
  environment: string;
  instanceId: string | undefined;
}
