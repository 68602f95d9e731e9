import type { Terminal } from '../src/platform/config/program.js';

export type Format = 'table' | 'json';

/** The columns of a table by title, each with the cell of a row. */
export type Columns<Row> = Readonly<Record<string, (row: Row) => string | number | null>>;

/** Control characters, and characters that change the writing direction. */
const CONTROL = /[\u0000-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069]/g;

/** A text of the service without characters that a terminal would interpret. */
export const printable = (text: string): string => text.replace(CONTROL, ' ');

/** Prints what commands find. */
export class Printer {
  constructor(private readonly terminal: Pick<Terminal, 'out' | 'err'>) {}

  print(line: string): void {
    this.terminal.out.write(`${line}\n`);
  }

  /**
   * Prints to standard error what is not part of the result, such as progress, so that results can
   * be piped.
   */
  note(line: string): void {
    this.terminal.err.write(`${line}\n`);
  }

  json(value: unknown): void {
    this.print(JSON.stringify(value, null, 2));
  }

  /** Prints rows under their titles, in columns as wide as their longest cell. */
  table<Row>(rows: readonly Row[], columns: Columns<Row>): void {
    const titles = Object.keys(columns);
    const cells = rows.map((row) =>
      Object.values(columns).map((cell) => printable(String(cell(row) ?? '-'))),
    );
    const widths = titles.map((title, n) =>
      Math.max(title.length, ...cells.map((line) => line[n]!.length)),
    );
    const lineOf = (line: readonly string[]): string =>
      line
        .map((cell, n) => cell.padEnd(widths[n]!))
        .join('  ')
        .trimEnd();
    this.print(lineOf(titles.map((title) => title.toUpperCase())));
    for (const line of cells) this.print(lineOf(line));
  }

  /** Prints rows as a table or as JSON. */
  rows<Row>(rows: readonly Row[], columns: Columns<Row>, format: Format): void {
    if (format === 'json') this.json(rows);
    else this.table(rows, columns);
  }
}
