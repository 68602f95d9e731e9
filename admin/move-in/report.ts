import { type Kind, KINDS } from './source/rows.js';

/** How many notes of a kind are kept; the others are counted. */
const MOST_NOTES = 50;
/** Texts of the source can contain control characters, which must not reach the terminal. */
const CONTROL = /[\u0000-\u001f\u007f-\u009f]/g;
const MOST_CHARACTERS = 300;

/** What happened to the rows of one kind. */
export interface Tally {
  /** Moved now, or what would be moved. */
  moved: number;
  /** Moved by an earlier run. */
  earlier: number;
  /** The same name or key exists here already, and stays as it is. */
  kept: number;
  /** Cannot be moved. */
  refused: number;
}

/** Collects what happens during a move, in bounded memory. */
export class Report {
  private readonly tallies = new Map<Kind, Tally>();
  private readonly notes = new Map<Kind, { texts: string[]; others: number }>();

  /** The tally of a kind. */
  of(kind: Kind): Tally {
    let tally = this.tallies.get(kind);
    if (!tally) this.tallies.set(kind, (tally = { moved: 0, earlier: 0, kept: 0, refused: 0 }));
    return tally;
  }

  /** Adds a note about a kind; beyond the maximum, notes are only counted. */
  note(kind: Kind, text: string): void {
    let notes = this.notes.get(kind);
    if (!notes) this.notes.set(kind, (notes = { texts: [], others: 0 }));
    if (notes.texts.length < MOST_NOTES) notes.texts.push(printableLine(text));
    else notes.others++;
  }

  /**
   * Remembers the report of a kind.
   * @returns Restores it, and so removes everything that was reported since.
   */
  mark(kind: Kind): () => void {
    const tally = { ...this.of(kind) };
    const { texts, others } = this.notes.get(kind) ?? { texts: [], others: 0 };
    const count = texts.length;
    return () => {
      this.tallies.set(kind, tally);
      if (this.notes.has(kind)) this.notes.set(kind, { texts: texts.slice(0, count), others });
    };
  }

  get hasMoved(): boolean {
    return [...this.tallies.values()].some(({ moved }) => moved > 0);
  }

  get hasRefused(): boolean {
    return [...this.tallies.values()].some(({ refused }) => refused > 0);
  }

  /** The report as lines for a terminal. */
  lines(isDryRun: boolean): string[] {
    const title = isDryRun ? 'would move' : 'moved';
    const rows = [...this.tallies].map(([kind, { moved, earlier, kept, refused }]) => [
      KINDS[kind],
      ...[moved, earlier, kept, refused].map(String),
    ]);
    const table = [['', title, 'moved before', 'exists here', 'not movable'], ...rows];
    const widths = table[0]!.map((_, n) =>
      table.reduce((most, line) => Math.max(most, line[n]!.length), 0),
    );
    const lines = table.map((line) =>
      line.map((cell, n) => (n ? cell.padStart(widths[n]!) : cell.padEnd(widths[n]!))).join('  '),
    );
    for (const [kind, { texts, others }] of this.notes) {
      if (texts.length === 0) continue;
      lines.push('', `${KINDS[kind]}:`, ...texts.map((text) => `  ${text}`));
      if (others > 0) lines.push(`  and ${others} more`);
    }
    return lines;
  }
}

/** A text of the source as it may be printed: without control characters, and shortened. */
export function printableLine(text: string): string {
  const plain = printable(text);
  return plain.length > MOST_CHARACTERS ? `${plain.slice(0, MOST_CHARACTERS)}…` : plain;
}

/** A text without characters that control a terminal. */
export const printable = (text: string): string => text.replace(CONTROL, ' ');
