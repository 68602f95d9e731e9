import type { DatabaseAddress } from '../../src/platform/database/data-source.js';
import { inMaintenance, type MaintenanceQuery } from '../../src/platform/database/maintenance.js';
import { BatchSize, inBatches } from './batch-size.js';
import { CONFIGURATION } from './configuration.js';
import {
  type KeyedKind,
  type KeyedMove,
  type KeyedMoves,
  type MoveContext,
  type PlainMove,
  type PlainMoves,
  References,
} from './context.js';
import { FEATURES } from './features.js';
import { finishMove } from './finish.js';
import { MoveInError, type MoveSource } from './source/source.js';
import { PEOPLE, PROJECT_ROLES } from './people.js';
import type { Progress } from './progress.js';
import { moveAccepted } from './refused-rows.js';
import { Report } from './report.js';
import { type EventRow, type Kind, KINDS } from './source/rows.js';
import { INSERT_DEFAULT_SEGMENTS } from './target/configuration.sql.js';
import {
  BEGIN_MOVE,
  FIND_ENFORCED,
  NOTE_EVENT,
  NOTE_MOVED,
  READ_MOVE,
  READ_MOVED,
  REOPEN_MOVE,
} from './target/move-in.sql.js';
import { USAGE } from './usage.js';

const KEYED: KeyedMoves = { ...CONFIGURATION, ...PEOPLE, features: FEATURES };
const ENFORCED =
  'A policy of this instance refuses what breaks it, and what is moved is not checked. Let each ' +
  'policy only warn (enforcement "warn") until everything is moved.';

const PLAIN: PlainMoves = { ...USAGE, projectRoles: PROJECT_ROLES };

/**
 * Moves everything from a source, kind by kind. A transaction contains one batch of rows, so others
 * wait only briefly, and an interrupted move goes on where it was.
 */
export class Mover {
  readonly report = new Report();
  private readonly context: MoveContext;
  private afterEvent = 0;
  /** Whether an earlier run has moved from this source. */
  private isContinued = false;

  constructor(
    private readonly source: MoveSource,
    private readonly target: Pick<DatabaseAddress, 'url' | 'ssl'>,
    private readonly progress: Progress,
    private readonly isDryRun: boolean,
  ) {
    const references = new References();
    this.context = { source: source.id, references, report: this.report, defaultSegments: [] };
  }

  /**
   * @throws MoveInError when another command moves from the same source, or a policy is enforced.
   */
  async run(): Promise<void> {
    await this.begin();
    for (const kind of Object.keys(KINDS) as Kind[]) {
      const total = await this.source.count(kind, this.afterEvent);
      this.progress.begin(KINDS[kind], total);
      const size = new BatchSize();
      for await (const page of this.source.pages(kind, this.afterEvent))
        await inBatches<unknown>(page, size, async (batch) => {
          await this.moveBatch(kind, batch);
          this.progress.add(batch.length);
        });
      if (kind === 'segments') await this.moveDefaultSegments();
      this.progress.end();
    }
    if (this.isDryRun) return;
    this.progress.begin('counting', undefined);
    await finishMove(this.target, this.source.id);
    this.progress.end();
  }

  private async begin(): Promise<void> {
    const [move] = await this.inTransaction(async (query) => {
      if ((await query(FIND_ENFORCED, [])).length > 0) throw new MoveInError(ENFORCED);
      const found = await query(READ_MOVE, [this.source.id]);
      if (!this.isDryRun) await query(BEGIN_MOVE, [this.source.id]);
      return found;
    });
    this.isContinued = move !== undefined;
    this.afterEvent = move?.eventId ?? 0;
  }

  private inTransaction<T>(work: (query: MaintenanceQuery) => Promise<T>): Promise<T> {
    return inMaintenance(this.target, 'READ COMMITTED', work);
  }

  private moveBatch(kind: Kind, batch: readonly unknown[]): Promise<void> {
    const keyed = kind in KEYED ? (KEYED[kind as KeyedKind] as KeyedMove<unknown>) : undefined;
    return moveAccepted(
      batch,
      (rows) =>
        this.undoneOnFailure(kind, () =>
          this.inTransaction((query) =>
            keyed
              ? this.moveKeyed(query, kind, keyed, rows)
              : this.movePlain(query, kind, PLAIN[kind as 'events'] as PlainMove<unknown>, rows),
          ),
        ),
      (row, reason) => {
        this.report.of(kind).refused++;
        const label = keyed ? `${labelIn(keyed)(row)}: ` : '';
        this.report.note(kind, `${label}not movable: the database refuses it: ${reason}`);
      },
    );
  }

  /** A transaction that fails leaves nothing in the report either. */
  private async undoneOnFailure(kind: Kind, work: () => Promise<void>): Promise<void> {
    const forget = this.report.mark(kind);
    const { afterEvent } = this;
    const segments = this.context.defaultSegments.length;
    try {
      await work();
    } catch (error) {
      forget();
      this.afterEvent = afterEvent;
      this.context.defaultSegments.length = segments;
      throw error;
    }
  }

  private async moveKeyed<Row>(
    query: MaintenanceQuery,
    kind: Kind,
    move: KeyedMove<Row>,
    batch: readonly Row[],
  ): Promise<void> {
    const { references } = this.context;
    const tally = this.report.of(kind);
    const before = await query(READ_MOVED, [
      this.source.id,
      kind,
      batch.map((row) => move.keyOf(row)),
    ]);
    for (const { key, target } of before) references.set(kind, key, target);
    const earlier = new Set(before.map(({ key }) => key));
    tally.earlier += earlier.size;
    const rest = batch.filter((row) => !earlier.has(move.keyOf(row)));
    const found = await move.find(query, rest);
    const nameOf = (row: Row): string => move.nameOf?.(row) ?? move.keyOf(row);
    const present = rest.filter((row) => found.has(nameOf(row)));
    for (const row of present) references.set(kind, move.keyOf(row), found.get(nameOf(row))!);
    await this.keep(query, kind, move, present, nameOf);
    const absent = rest.filter((row) => !found.has(nameOf(row)));
    await this.add(query, kind, move, absent, nameOf);
  }

  /** Rows that exist here stay, unless they are part of every new instance and untouched. */
  private async keep<Row>(
    query: MaintenanceQuery,
    kind: Kind,
    move: KeyedMove<Row>,
    rows: readonly Row[],
    nameOf: (row: Row) => string,
  ): Promise<void> {
    const adopted = await this.adopt(query, kind, move, rows);
    const tally = this.report.of(kind);
    for (const row of rows) {
      if (adopted.has(nameOf(row))) continue;
      tally.kept++;
      if (!move.isBuiltIn?.(row))
        this.report.note(kind, `${labelIn(move)(row)}: exists here already, and stays as it is`);
    }
  }

  private async adopt<Row>(
    query: MaintenanceQuery,
    kind: Kind,
    move: KeyedMove<Row>,
    rows: readonly Row[],
  ): Promise<Set<string>> {
    if (!move.adopt || rows.length === 0) return new Set();
    const { prepared } = await this.prepare(kind, move, rows, labelIn(move));
    if (this.isDryRun) return new Set();
    const adopted = await move.adopt(query, prepared);
    this.report.of(kind).moved += adopted.size;
    await this.note(query, kind, new Map([...adopted].map((key) => [key, key])));
    return adopted;
  }

  private async add<Row>(
    query: MaintenanceQuery,
    kind: Kind,
    move: KeyedMove<Row>,
    rows: readonly Row[],
    nameOf: (row: Row) => string,
  ): Promise<void> {
    const { references } = this.context;
    const { prepared, accepted } = await this.prepare(kind, move, rows, labelIn(move));
    const tally = this.report.of(kind);
    if (this.isDryRun) {
      for (const row of accepted) references.set(kind, move.keyOf(row), move.keyOf(row));
      tally.moved += accepted.length;
      return;
    }
    if (prepared.length === 0) return;
    const written = await move.write(query, prepared, this.context);
    const moved = new Map<string, string>();
    for (const row of accepted) {
      const target = written.get(nameOf(row));
      if (target !== undefined) moved.set(move.keyOf(row), target);
      else
        this.report.note(kind, `${labelIn(move)(row)}: the same exists here, and stays as it is`);
    }
    tally.kept += accepted.length - moved.size;
    tally.moved += moved.size;
    for (const [key, target] of moved) references.set(kind, key, target);
    await this.note(query, kind, moved);
  }

  private async note(
    query: MaintenanceQuery,
    kind: Kind,
    moved: ReadonlyMap<string, string>,
  ): Promise<void> {
    const rows = [...moved].map(([key, target]) => ({ key, target }));
    if (rows.length === 0) return;
    await query(REOPEN_MOVE, [this.source.id]);
    await query(NOTE_MOVED, [this.source.id, kind, JSON.stringify(rows)]);
  }

  private async prepare<Row>(
    kind: Kind,
    move: Pick<PlainMove<Row>, 'prepare'>,
    rows: readonly Row[],
    labelOf?: (row: Row) => string,
  ): Promise<{ prepared: object[]; accepted: Row[] }> {
    const prepared: object[] = [];
    const accepted: Row[] = [];
    for (const row of rows) {
      const result = await move.prepare(row, this.context);
      if ('row' in result) {
        prepared.push(result.row);
        accepted.push(row);
        for (const note of result.notes ?? []) this.report.note(kind, note);
      } else {
        this.report.of(kind).refused++;
        const label = labelOf ? `${labelOf(row)}: ` : '';
        this.report.note(kind, `${label}not movable: ${result.refused}`);
      }
    }
    return { prepared, accepted };
  }

  private async movePlain<Row>(
    query: MaintenanceQuery,
    kind: Kind,
    move: PlainMove<Row>,
    batch: readonly Row[],
  ): Promise<void> {
    const { prepared } = await this.prepare(kind, move, batch);
    const tally = this.report.of(kind);
    if (this.isDryRun) {
      tally.moved += prepared.length;
      return;
    }
    if (kind === 'events') await this.noteEvents(query, batch as readonly EventRow[]);
    const written = prepared.length > 0 ? await move.write(query, prepared, this.context) : 0;
    tally.moved += written;
    // Which of these rows were moved is not stored, so those that are here count as moved before.
    tally[this.isContinued ? 'earlier' : 'kept'] += prepared.length - written;
  }

  /** Locks the move, so that no other command moves the same events. */
  private async noteEvents(query: MaintenanceQuery, batch: readonly EventRow[]): Promise<void> {
    const last = batch.at(-1)!.id;
    const [noted] = await query(NOTE_EVENT, [this.source.id, this.afterEvent, last]);
    if (!noted)
      throw new MoveInError(
        'Another command has moved events from this source meanwhile. Wait until it has ended, ' +
          'and repeat this one.',
      );
    this.afterEvent = last;
  }

  private async moveDefaultSegments(): Promise<void> {
    const rows = this.context.defaultSegments.flatMap(({ segment, ...place }) => {
      const id = this.context.references.number('segments', segment);
      return id === undefined ? [] : [{ ...place, segment: id }];
    });
    if (this.isDryRun || rows.length === 0) return;
    await this.inTransaction((query) => query(INSERT_DEFAULT_SEGMENTS, [JSON.stringify(rows)]));
  }
}

/** What rows are called in the report. */
function labelIn<Row>(move: KeyedMove<Row>): (row: Row) => string {
  return (row) => move.labelOf?.(row) ?? move.nameOf?.(row) ?? move.keyOf(row);
}
