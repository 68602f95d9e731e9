import type { Output } from '../../src/platform/config/program.js';

const WIDTH = 24;
const EVERY_MS = 100;

/** Shows on a terminal how far a move is; on anything else, one line for each kind. */
export class Progress {
  private label = '';
  private total?: number;
  private done = 0;
  private shownAt = 0;

  constructor(private readonly output: Output) {}

  begin(label: string, total: number | undefined): void {
    this.label = label;
    this.done = 0;
    if (total === undefined) delete this.total;
    else this.total = total;
    this.show();
  }

  add(rows: number): void {
    this.done += rows;
    if (Date.now() - this.shownAt >= EVERY_MS) this.show();
  }

  end(): void {
    if (this.output.isTTY) this.output.write('\r\x1b[K');
    else if (this.done > 0) this.output.write(`${this.label}: ${this.done}\n`);
  }

  private show(): void {
    if (!this.output.isTTY) return;
    this.shownAt = Date.now();
    const { total, done } = this;
    const share = total ? Math.min(1, done / total) : 0;
    const filled = Math.round(share * WIDTH);
    const bar = total ? `[${'#'.repeat(filled)}${'-'.repeat(WIDTH - filled)}] ` : '';
    const count = total === undefined ? done : `${done} of ${total}`;
    this.output.write(`\r\x1b[K${bar}${this.label}: ${count}`);
  }
}
