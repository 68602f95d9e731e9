import { leafHashOf } from '../src/audit/audit-log/seal/merkle.js';
import type { SealContent } from '../src/audit/audit-log/seal/seal.js';
import { GrowingTree } from '../src/audit/audit-log/witness/consistency.js';
import {
  type Cosignature,
  cosignatureIn,
  noteOf,
  originOf,
  type TreeHead,
  treeHeadOf,
  type Witness,
} from '../src/audit/audit-log/witness/signed-note.js';
import type { AuditSource } from './audit-source.js';
import type { Findings } from './findings.js';

/** Whose cosignatures a verification demands. */
export interface DemandedWitnesses {
  witnesses: readonly Witness[];
  /** How many of them must have cosigned. */
  quorum: number;
  /** How long ago that may be. */
  maxAgeSeconds: number;
  /** Cosigned checkpoints that were saved elsewhere, as signed notes. */
  notes: readonly string[];
}

/** A checkpoint that a demanded witness has cosigned. */
interface Cosigned extends Cosignature {
  witness: Witness;
  head: TreeHead;
}

/** Compares the seals with what witnesses have seen of them. */
export class WitnessVerifier {
  /** What each witness has cosigned, in sentences. */
  readonly lines: string[] = [];
  private readonly tree = new GrowingTree();
  private readonly right = new Set<Cosigned>();
  private readonly bySize = new Map<number, Cosigned[]>();

  private constructor(
    private readonly demanded: DemandedWitnesses,
    private readonly cosigned: readonly Cosigned[],
    private readonly findings: Findings,
  ) {
    for (const one of cosigned)
      this.bySize.set(one.head.size, [...(this.bySize.get(one.head.size) ?? []), one]);
  }

  /** Reads what the witnesses have cosigned. */
  static async reading(
    source: AuditSource,
    demanded: DemandedWitnesses,
    findings: Findings,
  ): Promise<WitnessVerifier> {
    const notes = [...demanded.notes, ...(await source.cosigned())];
    const cosigned = notes.flatMap((note) => cosignedIn(note, demanded.witnesses));
    return new WitnessVerifier(demanded, cosigned, findings);
  }

  /** Adds the next seal. */
  add({ instanceId }: SealContent, canonical: string): void {
    this.tree.add(leafHashOf(canonical));
    for (const one of this.bySize.get(this.tree.size) ?? [])
      if (one.head.origin === originOf(instanceId) && one.head.rootHash.equals(this.tree.rootHash))
        this.right.add(one);
  }

  /** Reports what witnesses saw that is not so, and whether enough of them have cosigned. */
  finish(now: Date): void {
    for (const one of this.cosigned)
      if (!this.right.has(one))
        this.findings.add(
          'seal',
          `The witness ${one.witness.name} saw other seals: of the ${one.head.size} that it ` +
            `cosigned at ${timeOf(one)}, at least one has been changed or removed since.`,
        );
    const { witnesses, quorum, maxAgeSeconds } = this.demanded;
    const fresh = witnesses.filter((witness) => {
      const last = this.lastOf(witness);
      this.lines.push(this.lineOf(witness, last));
      return last !== undefined && now.getTime() / 1000 - last.seconds <= maxAgeSeconds;
    });
    if (fresh.length < quorum)
      this.findings.add(
        'seal',
        `Only ${fresh.length} of ${quorum} witnesses have cosigned within the last ` +
          `${maxAgeSeconds} seconds.`,
      );
  }

  private lastOf(witness: Witness): Cosigned | undefined {
    return [...this.right]
      .filter((one) => one.witness === witness)
      .sort((a, b) => b.seconds - a.seconds)[0];
  }

  private lineOf({ name }: Witness, last: Cosigned | undefined): string {
    return last
      ? `The witness ${name} has cosigned ${last.head.size} of ${this.tree.size} seals, last at ` +
          `${timeOf(last)}.`
      : `The witness ${name} has cosigned nothing of this.`;
  }
}

const timeOf = ({ seconds }: Cosigned): string => new Date(seconds * 1000).toISOString();

function cosignedIn(text: string, witnesses: readonly Witness[]): Cosigned[] {
  const note = noteOf(text);
  const head = note && treeHeadOf(note.body);
  if (!head) return [];
  return witnesses.flatMap((witness) => {
    const found = cosignatureIn(note, witness);
    return found ? [{ ...found, witness, head }] : [];
  });
}
