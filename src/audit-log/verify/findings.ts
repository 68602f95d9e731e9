/** Maximum findings that are reported. */
const MAX_FINDINGS = 20;

/** What does not verify. */
export interface Finding {
  kind: 'changed' | 'removed' | 'inserted' | 'seal';
  message: string;
}

/** The first findings, and how many there are. */
export class Findings {
  readonly first: Finding[] = [];
  count = 0;

  add(kind: Finding['kind'], message: string): void {
    this.count++;
    if (this.first.length < MAX_FINDINGS) this.first.push({ kind, message });
  }
}
