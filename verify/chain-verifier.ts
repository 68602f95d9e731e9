import { type PublishedKey, trustedKeys } from '../src/audit/signing/endorsement.js';
import { isSignedBy, type PublicKey } from '../src/audit/signing/signing-key.js';
import { hashOfSeal, type SealContent } from '../src/audit/audit-log/seal/seal.js';
import { type AuditSource, type ReadSeal, sealsOf } from './audit-source.js';
import { Findings } from './findings.js';
import { RetentionEdge } from './retention-edge.js';
import type { DemandedWitnesses, WitnessVerifier } from './witness-verifier.js';

/** A checkpoint that was saved outside of the service. */
export interface SavedCheckpoint {
  index: number;
  hash: string;
}

/** What the verifier knows besides the source. */
export interface Trust {
  /** Ids of keys that are trusted; the key of the first seal when there are none. */
  ids: readonly string[];
  /** Keys that were saved; those of the source are used besides. */
  keys: readonly PublishedKey[];
  checkpoints: readonly SavedCheckpoint[];
  /** Whose cosignatures are demanded. */
  witnesses?: DemandedWitnesses;
}

/** Verifies the chain of seals: numbers, positions, hashes and signatures. */
export class ChainVerifier {
  readonly edge = new RetentionEdge();
  seals = 0;
  last?: SealContent;
  trustedIds: readonly string[] = [];
  private keys: ReadonlyMap<string, PublicKey> = new Map();
  private lastHash: string | null = null;
  /** Digest of all seals, to check that a second read returns the same seals. */
  digest = '';
  private readonly saved: Map<number, string>;

  constructor(
    private readonly source: AuditSource,
    private readonly trust: Trust,
    private readonly findings: Findings,
    private readonly witnesses?: WitnessVerifier,
  ) {
    this.saved = new Map(trust.checkpoints.map(({ index, hash }) => [index, hash]));
  }

  async verify(now: Date): Promise<void> {
    const whenUnreadable = (index: number): void =>
      this.findings.add('seal', `Seal ${index}: its content is not that of a seal.`);
    for await (const seal of sealsOf(this.source, whenUnreadable)) {
      if (!this.last) await this.readKeys(seal.content.keyId);
      this.verifySeal(seal);
    }
    this.edge.finish(now);
    if (this.seals === 0 && this.findings.count === 0)
      this.findings.add(
        'seal',
        'There are no seals. A new instance makes one in its first minute.',
      );
    for (const index of this.saved.keys())
      this.findings.add('seal', `Seal ${index}, which you saved, is missing.`);
  }

  private async readKeys(firstKeyId: string): Promise<void> {
    const saved = new Set(this.trust.keys.map(({ id }) => id));
    const published = (await this.source.keys()).filter(({ id }) => !saved.has(id));
    this.trustedIds = this.trust.ids.length > 0 ? this.trust.ids : [firstKeyId];
    this.keys = trustedKeys([...this.trust.keys, ...published], this.trustedIds);
  }

  private verifySeal({ content, canonical, signature }: ReadSeal): void {
    const problem = this.problemOf(content) ?? this.signatureProblem(content, canonical, signature);
    if (problem) this.findings.add('seal', `Seal ${content.index}: ${problem}`);
    this.lastHash = hashOfSeal(canonical);
    this.digest = hashOfSeal(this.digest + canonical);
    const saved = this.saved.get(content.index);
    if (saved !== undefined && saved !== this.lastHash)
      this.findings.add('seal', `Seal ${content.index} is not the one that you saved.`);
    this.saved.delete(content.index);
    this.edge.add(content);
    this.witnesses?.add(content, canonical);
    this.last = content;
    this.seals++;
  }

  private problemOf(content: SealContent): string | undefined {
    const { index, firstPosition, lastPosition, size, previousHash, instanceId } = content;
    const wanted = (this.last?.index ?? 0) + 1;
    if (index !== wanted) return `seal ${wanted} is missing before it.`;
    if (previousHash !== this.lastHash) return 'it does not follow the seal before it.';
    if (firstPosition !== (this.last?.lastPosition ?? -1) + 1)
      return 'its positions do not follow those of the seal before it.';
    if (lastPosition - firstPosition + 1 !== size) return 'its size and its positions differ.';
    if (this.last && instanceId !== this.last.instanceId) return 'it is of another instance.';
    return undefined;
  }

  private signatureProblem(
    { keyId }: SealContent,
    canonical: string,
    signature: Buffer,
  ): string | undefined {
    const key = this.keys.get(keyId);
    if (key === undefined)
      return (
        `no trusted key endorses its key ${keyId}. If you replaced the key, verify with ` +
        `--trust ${keyId} besides the earlier ones.`
      );
    return isSignedBy(key, canonical, signature) ? undefined : 'its signature is wrong.';
  }
}
