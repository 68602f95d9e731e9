import type { AuditSource } from './audit-source.js';
import { ChainVerifier, type Trust } from './chain-verifier.js';
import { EventVerifier } from './event-verifier.js';
import { type Finding, Findings } from './findings.js';
import { WitnessVerifier } from './witness-verifier.js';

/** The result of a verification. */
export interface AuditReport {
  /**
   * The first findings: those of seals, of changed and removed events by position, and of inserted
   * events.
   */
  findings: readonly Finding[];
  findingCount: number;
  seals: number;
  /** How many saved checkpoints were compared. */
  saved: number;
  /** What each demanded witness has cosigned, in sentences. */
  witnessed: readonly string[];
  verified: number;
  expired: number;
  firstKept: EventVerifier['firstKept'];
  /** Events that were moved in from another service, and the event that says so. */
  moved: Pick<EventVerifier['late'], 'moved' | 'movedBy'>;
  /** When the last seal was made. */
  sealedUntil: string | undefined;
  trustedIds: readonly string[];
}

/** Verifies the audit log: the chain of seals, and all events by their Merkle roots. */
export async function verifyAuditLog(
  source: AuditSource,
  trust: Trust,
  now = new Date(),
): Promise<AuditReport> {
  const findings = new Findings();
  const witnesses =
    trust.witnesses && (await WitnessVerifier.reading(source, trust.witnesses, findings));
  const chain = new ChainVerifier(source, trust, findings, witnesses);
  await chain.verify(now);
  witnesses?.finish(now);
  const events = new EventVerifier(source, chain.edge, findings);
  await events.verify(chain.last?.index ?? 0, chain.digest);
  return {
    findings: findings.first,
    findingCount: findings.count,
    seals: chain.seals,
    saved: trust.checkpoints.length,
    witnessed: witnesses?.lines ?? [],
    verified: events.verified,
    expired: events.expired,
    firstKept: events.firstKept,
    moved: events.late,
    sealedUntil: chain.last?.createdAt,
    trustedIds: chain.trustedIds,
  };
}
