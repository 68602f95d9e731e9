import type { AuditReport } from './audit-verifier.js';

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
