import type { AuditSource } from './audit-source.js';
import { ChainVerifier, type Trust } from './chain-verifier.js';
import { EventVerifier } from './event-verifier.js';
import { type Finding, Findings } from './findings.js';
import { WitnessVerifier } from './witness-verifier.js';

/** The result of a verification. */
interface AuditReport {
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

/** The result of a verification in lines of text; the last one is the verdict. */
export function auditLines(found: AuditReport): string[] {
  const { findings, findingCount, seals, verified, expired, firstKept, sealedUntil } = found;
  const { moved, movedBy } = found.moved;
  const lines = findings.map(({ message }) => `FAILED: ${message}`);
  if (findingCount > findings.length) lines.push(`and ${findingCount - findings.length} more`);
  lines.push(`${verified} events in ${seals} seals verified.`);
  if (found.saved > 0) lines.push(`Saved checkpoints that were compared: ${found.saved}.`);
  for (const line of found.witnessed) lines.push(line);
  if (expired > 0)
    lines.push(
      `${expired} events have been removed by retention. The first that was kept is event ` +
        `${firstKept?.event.id ?? 'none'} at position ${firstKept?.position ?? '-'}.`,
    );
  if (movedBy)
    lines.push(
      `${moved} events are older than the seals before them. They were moved in from another ` +
        `service, as event ${movedBy.id} of ${movedBy.createdAt} says.`,
    );
  if (sealedUntil !== undefined) lines.push(`Events after ${sealedUntil} are not sealed yet.`);
  if (found.trustedIds.length > 0) lines.push(`Trusted keys: ${found.trustedIds.join(', ')}`);
  lines.push(findingCount === 0 ? 'The audit log verifies.' : 'The audit log does NOT verify.');
  return lines;
}
