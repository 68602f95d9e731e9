import type { DomainEvent } from '../../../core/event/event.types.js';
import type { Tx } from '../../../core/event/tx.js';
import type { FeatureLifecycleService } from '../../../flags/feature/lifecycle/feature-lifecycle.service.js';
import { PRIVATE_PLACES } from '../application/application-writing.sql.js';
import { MAX_COUNT } from '../report/body-reading.js';
import type { Bucket, SeenApplication, VariantBucket } from '../report/usage-buffer.js';
import {
  ADD_BUCKETS,
  ADD_VARIANTS,
  NOTE_APPLICATIONS,
  NOTE_INSTANCES,
  NOTE_PLACES,
  NOTE_USE,
  REMEMBER_APPLICATIONS,
  SHOW_APPLICATIONS,
} from './usage.sql.js';

const hourOf = ({ hour }: { hour: number }): string => new Date(hour).toISOString();

/** Adds buckets to the stored ones, and updates last use and lifecycle stages of the features. */
export async function addBuckets(
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
export async function addVariants(reported: readonly VariantBucket[], tx: Tx): Promise<void> {
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
export async function noteApplications(seen: readonly SeenApplication[], tx: Tx): Promise<void> {
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
