import { setImmediate } from 'node:timers/promises';
import { Injectable } from '@nestjs/common';
import { Database } from '../../database/database.js';
import { FeaturePiece, SegmentPiece } from './piece.js';
import { IS_ENVIRONMENT, LOAD, MOST_EVENTS, REFRESH } from './pieces.sql.js';

/** What was read at one moment, in one snapshot. */
export class Reading {
  /** Segments, by id; null for one that is not any more. */
  readonly segments = new Map<number, SegmentPiece | null>();
  /** Tags that are gone, as `type:value`, or `type:` for all of the type. */
  readonly goneTags: string[] = [];
  /** Environments that are gone. */
  readonly goneEnvironments: string[] = [];
  private readonly features = new Map<string, Map<string, FeaturePiece | null>>();

  constructor(
    /** The snapshot, in PostgreSQL's words: whoever reads on from it misses nothing. */
    readonly snapshot: string,
    /** Whether more has happened than was read. */
    readonly isPartial: boolean,
    /** The highest id of the events that were read, or of all, if everything was; 0 when there was none. */
    readonly latestEvent = 0,
  ) {}

  /** Features in an environment, by name; null for one that is not, or not any more. */
  in(environment: string): Map<string, FeaturePiece | null> {
    const found = this.features.get(environment) ?? new Map<string, FeaturePiece | null>();
    this.features.set(environment, found);
    return found;
  }
}

interface Row {
  snapshot: string;
  events?: number;
  latestEvent: number | null;
  kind: 'feature' | 'segment' | 'tag' | 'environment' | null;
  environment: string | null;
  name: string | null;
  position: number | null;
  tags: string | null;
  text: string | null;
}

/** How many rows are worked on before others have their turn. */
const TURN = 500;
const XMAX = /^\d+:(\d+):/;

/** Reads what SDKs are told from the database, each time in one statement. */
@Injectable()
export class StateReader {
  constructor(private readonly database: Database) {}

  /** Everything in an environment. */
  async load(environment: string): Promise<Reading> {
    const rows = await this.database.run<Row>(LOAD, [environment], 'snapshot');
    return readingOf(rows, new Reading(rows[0]!.snapshot, false, rows[0]!.latestEvent ?? 0));
  }

  /** What has changed in some environments since a snapshot. */
  async changes(since: string, environments: readonly string[]): Promise<Reading> {
    const rows = await this.database.run<Row>(REFRESH, [since, environments], 'snapshot');
    const { snapshot, events = 0, latestEvent } = rows[0]!;
    // Transactions are numbered upwards. Where they are not, this is another database than before: restored, or a replica that took over too early.
    const isOther = xmaxOf(snapshot) < xmaxOf(since);
    return readingOf(rows, new Reading(snapshot, isOther || events >= MOST_EVENTS, latestEvent ?? 0));
  }

  /** Whether there is such an environment. */
  async isEnvironment(name: string): Promise<boolean> {
    const [row] = await this.database.run<{ isThere: boolean }>(IS_ENVIRONMENT, [name], 'snapshot');
    return row!.isThere;
  }
}

function xmaxOf(snapshot: string): bigint {
  return BigInt(XMAX.exec(snapshot)![1]!);
}

async function readingOf(rows: readonly Row[], reading: Reading): Promise<Reading> {
  for (const [index, row] of rows.entries()) {
    if (index > 0 && index % TURN === 0) await setImmediate();
    take(row, reading);
  }
  return reading;
}

function take({ kind, environment, name, position, tags, text }: Row, reading: Reading): void {
  if (kind === 'feature') {
    const carried = tags === null ? [] : (JSON.parse(tags) as string[]);
    reading.in(environment!).set(name!, text === null ? null : new FeaturePiece(name!, text, position!, carried));
  } else if (kind === 'segment') {
    reading.segments.set(Number(name), text === null ? null : new SegmentPiece(Number(name), text));
  } else if (kind === 'tag') {
    reading.goneTags.push(name!);
  } else if (kind === 'environment') {
    reading.goneEnvironments.push(environment!);
  }
}
