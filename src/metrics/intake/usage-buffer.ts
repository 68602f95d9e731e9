import { MAX_COUNT } from './body-reading.js';
import type { Sighting, UsageLine } from './report.js';

const HOUR_MS = 3_600_000;
/** What an entry takes beside its texts, about, in bytes. */
const ENTRY_BYTES = 400;

/** How often a feature was on and off for an application, in an environment, within an hour. */
export interface Bucket {
  featureName: string;
  appName: string;
  environment: string;
  /** Start of the hour, in milliseconds since 1970. */
  hour: number;
  yes: number;
  no: number;
}

/** How often a variant was given to an application, in an environment, within an hour. */
export interface VariantBucket extends Omit<Bucket, 'yes' | 'no'> {
  variant: string;
  count: number;
}

/** An application that runs, with the projects that its tokens are good for; `*` stands for all. */
export interface SeenApplication extends Sighting {
  projects: Set<string>;
}

/** What has been reported and not been written yet. */
export interface Batch {
  applications: SeenApplication[];
  buckets: Bucket[];
  variants: VariantBucket[];
}

/**
 * Sums reports up, so that many of them become few rows. It takes no more than about so many bytes: what it holds already goes on being summed up beyond
 * that, but nothing new is taken.
 */
export class UsageBuffer {
  private applications = new Map<string, SeenApplication>();
  private buckets = new Map<string, Bucket>();
  private variants = new Map<string, VariantBucket>();
  private bytes = 0;

  constructor(private readonly maxBytes: number) {}

  /** Takes usage. @returns How many counters of it (buckets, buckets of variants) there was no room for. */
  addUsage({ at, variants, yes, no, ...line }: UsageLine): number {
    const place = { ...line, hour: Math.floor(at / HOUR_MS) * HOUR_MS };
    let lost = yes + no > 0 && !this.addBucket({ ...place, yes, no }) ? 1 : 0;
    for (const [variant, count] of variants) if (count > 0 && !this.addVariant({ ...place, variant, count })) lost++;
    return lost;
  }

  /** Takes an application. @returns Whether there was room for it. */
  addApplication(seen: SeenApplication): boolean {
    const key = keyOf(seen.appName, seen.environment, seen.instanceId ?? '');
    const held = this.applications.get(key);
    if (!held) {
      const size = key.length + [...seen.projects, ...(seen.strategies ?? [])].join('').length;
      return this.put(this.applications, key, size, { ...seen, projects: new Set(seen.projects) });
    }
    held.sdkVersion = seen.sdkVersion ?? held.sdkVersion;
    held.strategies = seen.strategies ?? held.strategies;
    held.clientIp = seen.clientIp ?? held.clientIp;
    for (const project of seen.projects) held.projects.add(project);
    return true;
  }

  /** Takes everything out. */
  take(): Batch {
    const batch = {
      applications: [...this.applications.values()],
      buckets: [...this.buckets.values()],
      variants: [...this.variants.values()],
    };
    [this.applications, this.buckets, this.variants] = [new Map(), new Map(), new Map()];
    this.bytes = 0;
    return batch;
  }

  /** Puts back what could not be written. What was said since is newer. @returns How much there was no room for. */
  putBack({ applications, buckets, variants }: Batch): number {
    const newer = [...this.applications.values()];
    const refused = [
      ...[...applications, ...newer].map((one) => this.addApplication(one)),
      ...buckets.map((one) => this.addBucket(one)),
      ...variants.map((one) => this.addVariant(one)),
    ];
    return refused.filter((taken) => !taken).length;
  }

  get isEmpty(): boolean {
    return this.applications.size + this.buckets.size + this.variants.size === 0;
  }

  private addBucket(added: Bucket): boolean {
    const key = keyOf(added.featureName, added.appName, added.environment, added.hour);
    const held = this.buckets.get(key);
    if (!held) return this.put(this.buckets, key, key.length, added);
    held.yes = sum(held.yes, added.yes);
    held.no = sum(held.no, added.no);
    return true;
  }

  private addVariant(added: VariantBucket): boolean {
    const key = keyOf(added.featureName, added.appName, added.environment, added.hour, added.variant);
    const held = this.variants.get(key);
    if (!held) return this.put(this.variants, key, key.length, added);
    held.count = sum(held.count, added.count);
    return true;
  }

  /** `characters` counts the texts once: they are held in the key too, and may take two bytes each. */
  private put<T>(map: Map<string, T>, key: string, characters: number, value: T): boolean {
    const bytes = ENTRY_BYTES + 4 * characters;
    if (this.bytes + bytes > this.maxBytes) return false;
    this.bytes += bytes;
    map.set(key, value);
    return true;
  }
}

/** No text holds U+0000: bodies with it are refused. */
const keyOf = (...parts: (string | number)[]): string => parts.join('\0');
const sum = (a: number, b: number): number => Math.min(a + b, MAX_COUNT);
