import { Injectable } from '@nestjs/common';
import { DRILL_ENVIRONMENT } from '../../../core/auth/process-tokens.js';
import { DatabaseBusyError } from '../../../platform/database/database.errors.js';
import { Database } from '../../../platform/database/database.js';
import { TimeSlice } from '../../../platform/sandbox/time-slice.js';
import { SerializedFeature, SerializedSegment } from './serialized-feature.js';
import {
  CHANGED,
  DRILL,
  FEATURES,
  IS_ENVIRONMENT,
  LOAD,
  MAX_EVENTS,
  MAX_PLACES,
  NOTE_LATE,
  PAGE,
  type ReadingRow,
  REFRESH,
  TOO_MANY_EVENTS,
} from './snapshot.sql.js';

/** Data read in one database snapshot. */
export class Reading {
  /** Segments by id; null for deleted ones. */
  readonly segments = new Map<number, SerializedSegment | null>();
  /** Deleted tags as `type:value`, or `type:` for a whole type. */
  goneTags: string[] = [];
  /** Deleted environments. */
  goneEnvironments: string[] = [];
  private readonly features = new Map<string, Map<string, SerializedFeature | null>>();

  constructor(
    /** The PostgreSQL snapshot; reading on from it misses nothing. */
    public snapshot: string,
    /**
     * Highest event id that was read, or of all events for a complete reading; 0 when there was
     * none.
     */
    public latestEvent = 0,
    /** Whether changes cannot be determined, so that everything must be loaded again. */
    readonly isBroken = false,
  ) {}

  /** Features of an environment by name; null for missing ones. */
  in(environment: string): Map<string, SerializedFeature | null> {
    const found = this.features.get(environment) ?? new Map<string, SerializedFeature | null>();
    this.features.set(environment, found);
    return found;
  }

  /** Merges a later reading of changes. */
  follow(later: Reading): void {
    const isGone = (tag: string): boolean =>
      later.goneTags.some((one) => (one.endsWith(':') ? tag.startsWith(one) : tag === one));
    if (later.goneTags.length > 0)
      for (const features of this.features.values())
        for (const [name, serialized] of features)
          if (serialized) features.set(name, serialized.without(isGone));
    for (const [environment, features] of later.features) {
      const own = this.in(environment);
      for (const [name, piece] of features) own.set(name, piece);
    }
    for (const [id, segment] of later.segments) this.segments.set(id, segment);
    this.goneTags = this.goneTags.concat(later.goneTags);
    this.goneEnvironments = this.goneEnvironments.concat(later.goneEnvironments);
    this.snapshot = later.snapshot;
    this.latestEvent = Math.max(this.latestEvent, later.latestEvent);
  }
}

/**
 * Maximum rounds of reading changes in pages; each round is needed because more changed meanwhile
 * than one reading returns.
 */
const MAX_ROUNDS = 20;
const XMAX = /^\d+:(\d+):/;

/**
 * Reads from the database what SDKs are served. One statement sees one snapshot; data that takes
 * several statements is completed by the changes since the first, and then equals the snapshot of
 * the last.
 */
@Injectable()
export class SnapshotReader {
  constructor(private readonly database: Database) {}

  /**
   * Loads an environment in pages. The snapshot is that of the first page: later changes may or may
   * not be included until {@link changes} completes it.
   */
  async load(environment: string, signal?: AbortSignal): Promise<Reading> {
    const place = environment === DRILL_ENVIRONMENT ? DRILL : environment;
    let reading: Reading | undefined;
    for (let last = ''; ;) {
      signal?.throwIfAborted();
      const rows = await this.database.run(LOAD, [place, last], 'snapshot');
      reading ??= new Reading(rows[0]!.snapshot, rows[0]!.latestEvent ?? 0);
      await addAll(rows, reading);
      if (rows[0]!.count < PAGE) return reading;
      last = rows[0]!.last!;
    }
  }

  /**
   * Reads all changes of some environments since a snapshot.
   * @throws DatabaseBusyError when they change faster than they can be read.
   */
  async changes(since: string, held: readonly string[]): Promise<Reading> {
    // Events do not concern the reserved features, which come with every reading.
    const environments = held.filter((name) => name !== DRILL_ENVIRONMENT);
    let all: Reading | undefined;
    for (let round = 0; round < MAX_ROUNDS; round++) {
      const from = all?.snapshot ?? since;
      const rows = await this.database.run(REFRESH, [from, environments], 'snapshot');
      const { snapshot, events, places, latestEvent } = rows[0]!;
      // Transaction ids only grow. Otherwise this is another database: restored, or a replica
      // promoted too early.
      if (xmaxOf(snapshot) < xmaxOf(from)) return new Reading(snapshot, latestEvent ?? 0, true);
      if (events < MAX_EVENTS && places <= MAX_PLACES) {
        const reading = new Reading(snapshot, latestEvent ?? 0);
        await addAll(rows, reading);
        all?.follow(reading);
        return all ?? reading;
      }
      const paged = await this.manyChanges(from, environments);
      if (paged.isBroken) return paged;
      if (all) all.follow(paged);
      else all = paged;
    }
    throw new DatabaseBusyError();
  }

  /** Stores that changes between two snapshots are served late, for those who look for causes. */
  async noteLate(since: string, until: string): Promise<void> {
    await this.database.run(NOTE_LATE, [since, until], 'background');
  }

  /** Whether the environment exists. */
  async isEnvironment(name: string): Promise<boolean> {
    if (name === DRILL_ENVIRONMENT) return true;
    const [row] = await this.database.run(IS_ENVIRONMENT, [name], 'snapshot');
    return row!.isThere;
  }

  /**
   * Like {@link changes}, for more changes than one statement returns: first what has changed, then
   * the current state in pages.
   */
  private async manyChanges(since: string, environments: readonly string[]): Promise<Reading> {
    const rows = await this.database.run(CHANGED, [since, environments], 'snapshot');
    const { snapshot, events, latestEvent } = rows[0]!;
    const reading = new Reading(snapshot, latestEvent ?? 0, events >= TOO_MANY_EVENTS);
    if (reading.isBroken) return reading;
    const places = rows.filter(({ kind }) => kind === 'feature');
    await addAll(
      rows.filter(({ kind }) => kind !== 'feature'),
      reading,
    );
    for (let start = 0; start < places.length; start += PAGE) {
      const page = places.slice(start, start + PAGE);
      const names = page.map(({ name }) => name);
      await addAll(
        await this.database.run(
          FEATURES,
          [names, page.map(({ environment }) => environment)],
          'snapshot',
        ),
        reading,
      );
    }
    return reading;
  }
}

function xmaxOf(snapshot: string): bigint {
  return BigInt(XMAX.exec(snapshot)![1]!);
}

async function addAll(rows: readonly ReadingRow[], reading: Reading): Promise<void> {
  const slice = new TimeSlice();
  for (const row of rows) {
    addRow(row, reading);
    if (slice.isOver) await slice.pause();
  }
}

function addRow(
  { kind, environment, name, position, tags, text }: ReadingRow,
  reading: Reading,
): void {
  if (kind === 'feature' || kind === 'drill') {
    const carried = tags === null ? [] : (JSON.parse(tags) as string[]);
    reading
      .in(kind === 'drill' ? DRILL_ENVIRONMENT : environment!)
      .set(name!, text === null ? null : new SerializedFeature(name!, text, position!, carried));
  } else if (kind === 'segment') {
    reading.segments.set(
      Number(name),
      text === null ? null : new SerializedSegment(Number(name), text),
    );
  } else if (kind === 'tag') {
    reading.goneTags.push(name!);
  } else if (kind === 'environment') {
    reading.goneEnvironments.push(environment!);
  }
}
