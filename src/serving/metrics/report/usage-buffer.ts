import { MAX_COUNT } from './body-reading.js';
import type { UsageReporter, UsageLine } from './report.js';
import type { QuotaReason, Reporter, UsageQuota } from './usage-quota.js';

const HOUR_MS = 3_600_000;
/** Approximate bytes of an entry without its texts. */
const ENTRY_BYTES = 400;
/**
 * Fraction of the memory that is freed at once, because finding the largest reporter takes a step
 * per reporter.
 */
const ROOM_PART = 0.01;

/** The reporter of a row, to which it is attributed when it is put back. */
interface Reported {
  reporter?: Reporter;
}

/** Evaluations of a feature by an application in an environment within an hour. */
export interface Bucket extends Reported {
  featureName: string;
  appName: string;
  environment: string;
  /** Start of the hour, in milliseconds since 1970. */
  hour: number;
  yes: number;
  no: number;
}

/** Evaluations of a variant by an application in an environment within an hour. */
export interface VariantBucket extends Omit<Bucket, 'yes' | 'no'> {
  variant: string;
  count: number;
}

/** A running application with the projects of its tokens; `*` for all. */
export interface SeenApplication extends UsageReporter, Reported {
  projects: Set<string>;
}

/** Buffered data to write. Several reporters may have rows for the same counter. */
export interface Batch {
  applications: SeenApplication[];
  buckets: Bucket[];
  variants: VariantBucket[];
}

/**
 * Why data is dropped. `full`: no memory; `share`: displaced by reporters that use less; otherwise
 * a quota of the reporter.
 */
type LossReason = 'full' | 'share' | QuotaReason;

type Quota = Pick<UsageQuota, 'refusalOfApplication' | 'refusalOfCounter'>;

const UNLIMITED: Quota = {
  refusalOfApplication: () => undefined,
  refusalOfCounter: () => undefined,
};
const SOMEBODY: Reporter = { key: '', isFrontend: false };

/** The buffered data of one reporter. */
class Share {
  readonly applications = new Map<string, SeenApplication>();
  readonly buckets = new Map<string, Bucket>();
  readonly variants = new Map<string, VariantBucket>();
  bytes = 0;

  /**
   * Removes the oldest entries.
   * @returns Their number.
   */
  evict(bytes: number): number {
    const end = Math.max(0, this.bytes - bytes);
    let evicted = 0;
    for (const map of [this.variants, this.buckets, this.applications] as Map<
      string,
      SeenApplication | Bucket | VariantBucket
    >[])
      for (const [key, value] of map) {
        if (this.bytes <= end) return evicted;
        map.delete(key);
        this.bytes -= 'projects' in value ? sizeOfApplication(key, value) : sizeOf(key);
        evicted++;
      }
    return evicted;
  }
}

/**
 * Aggregates reports into few rows within a memory limit. Existing counters are incremented beyond
 * the limit; a new one displaces data of the reporter that uses the most, unless that is the
 * reporter of the new one.
 */
export class UsageBuffer {
  private shares = new Map<string, Share>();
  private bytes = 0;

  constructor(
    private readonly maxBytes: number,
    private readonly quota: Quota = UNLIMITED,
    private readonly onLost: (reason: LossReason, counters: number) => void = () => undefined,
  ) {}

  /**
   * Adds usage.
   * @returns The number of counters that were refused.
   */
  addUsage({ at, variants, yes, no, ...line }: UsageLine, reporter: Reporter = SOMEBODY): number {
    const place = { ...line, hour: Math.floor(at / HOUR_MS) * HOUR_MS, reporter };
    const admit = (variant?: string) => (): QuotaReason | undefined =>
      this.quota.refusalOfCounter(reporter, place, variant);
    let lost = yes + no > 0 && !this.addBucket({ ...place, yes, no }, admit()) ? 1 : 0;
    for (const [variant, count] of variants)
      if (count > 0 && !this.addVariant({ ...place, variant, count }, admit(variant))) lost++;
    return lost;
  }

  /**
   * Adds an application.
   * @returns Whether it was accepted.
   */
  addApplication(seen: SeenApplication, isAdmitted = false): boolean {
    const share = this.shareOf(seen);
    const key = keyOf(seen.appName, seen.environment, seen.instanceId ?? '');
    const held = share.applications.get(key);
    if (!held) {
      const copy = { ...seen, projects: new Set(seen.projects) };
      const refusal = isAdmitted
        ? undefined
        : () => this.quota.refusalOfApplication(seen.reporter ?? SOMEBODY, seen);
      return this.put(share, share.applications, key, sizeOfApplication(key, copy), copy, refusal);
    }
    // The entry grows when it is merged.
    const before = sizeOfApplication(key, held);
    held.sdkVersion = seen.sdkVersion ?? held.sdkVersion;
    held.strategies = seen.strategies ?? held.strategies;
    held.clientIp = seen.clientIp ?? held.clientIp;
    for (const project of seen.projects) held.projects.add(project);
    this.grow(share, sizeOfApplication(key, held) - before);
    return true;
  }

  /** Returns and clears everything. */
  drain(): Batch {
    const shares = [...this.shares.values()];
    const batch = {
      applications: shares.flatMap((share) => [...share.applications.values()]),
      buckets: shares.flatMap((share) => [...share.buckets.values()]),
      variants: shares.flatMap((share) => [...share.variants.values()]),
    };
    this.shares = new Map();
    this.bytes = 0;
    return batch;
  }

  /**
   * Puts back what could not be written; newer data takes precedence.
   * @returns How much was dropped for lack of memory.
   */
  requeue({ applications, buckets, variants }: Batch): number {
    // Copied, because merging changes entries in place.
    const newer = [...this.shares.values()].flatMap((share) =>
      [...share.applications.values()].map((one) => ({ ...one })),
    );
    const refused = [
      ...[...applications, ...newer].map((one) => this.addApplication(one, true)),
      ...buckets.map((one) => this.addBucket(one)),
      ...variants.map((one) => this.addVariant(one)),
    ];
    return refused.filter((taken) => !taken).length;
  }

  get isEmpty(): boolean {
    return this.shares.size === 0;
  }

  private addBucket(added: Bucket, refusal?: () => QuotaReason | undefined): boolean {
    const share = this.shareOf(added);
    const key = keyOf(added.featureName, added.appName, added.environment, added.hour);
    const held = share.buckets.get(key);
    if (!held) return this.put(share, share.buckets, key, sizeOf(key), added, refusal);
    held.yes = sum(held.yes, added.yes);
    held.no = sum(held.no, added.no);
    return true;
  }

  private addVariant(added: VariantBucket, refusal?: () => QuotaReason | undefined): boolean {
    const share = this.shareOf(added);
    const key = keyOf(
      added.featureName,
      added.appName,
      added.environment,
      added.hour,
      added.variant,
    );
    const held = share.variants.get(key);
    if (!held) return this.put(share, share.variants, key, sizeOf(key), added, refusal);
    held.count = sum(held.count, added.count);
    return true;
  }

  private put<T>(
    share: Share,
    map: Map<string, T>,
    key: string,
    bytes: number,
    value: T,
    refusal?: () => QuotaReason | undefined,
  ): boolean {
    const reason =
      refusal?.() ??
      (this.bytes + bytes > this.maxBytes && !this.makeRoom(share, bytes) ? 'full' : undefined);
    if (reason) {
      this.onLost(reason, 1);
      return false;
    }
    this.grow(share, bytes);
    map.set(key, value);
    return true;
  }

  /**
   * Frees memory of the reporter that uses the most.
   * @returns Whether there is enough now.
   */
  private makeRoom(forWhom: Share, bytes: number): boolean {
    while (this.bytes + bytes > this.maxBytes) {
      let greediest = forWhom;
      for (const share of this.shares.values())
        if (share.bytes > greediest.bytes) greediest = share;
      if (greediest === forWhom || forWhom.bytes + bytes > greediest.bytes) return false;
      const before = greediest.bytes;
      this.onLost(
        'share',
        greediest.evict(Math.max(bytes, Math.min(this.maxBytes * ROOM_PART, before / 10))),
      );
      this.bytes -= before - greediest.bytes;
    }
    return true;
  }

  private grow(share: Share, bytes: number): void {
    share.bytes += bytes;
    this.bytes += bytes;
  }

  private shareOf({ reporter = SOMEBODY }: Reported): Share {
    let share = this.shares.get(reporter.key);
    if (!share) this.shares.set(reporter.key, (share = new Share()));
    return share;
  }
}

/** Texts are also part of the key, with up to two bytes per character. */
const sizeOf = (key: string): number => ENTRY_BYTES + 4 * key.length;
const sizeOfApplication = (key: string, { projects, strategies = [] }: SeenApplication): number =>
  ENTRY_BYTES + 4 * (key.length + [...projects, ...strategies].join('').length);
/** U+0000 cannot occur in texts, because such bodies are refused. */
const keyOf = (...parts: (string | number)[]): string => parts.join('\0');
const sum = (a: number, b: number): number => Math.min(a + b, MAX_COUNT);
