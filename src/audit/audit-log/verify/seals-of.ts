import type { SealContent } from '../seal/seal.js';
import type { AuditSource, SourceSeal } from './audit-source.js';

const TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/;
/** Upper bound of a retention in days, so that dates can be computed with it. */
const MAX_DAYS = 1_000_000;

/** A seal with its content. */
export interface ReadSeal extends SourceSeal {
  content: SealContent;
}

/**
 * Reads all seals in their order.
 * @param whenUnreadable Called with the index of each seal whose content is malformed.
 */
export async function* sealsOf(
  source: AuditSource,
  whenUnreadable: (index: number) => void,
): AsyncGenerator<ReadSeal> {
  for (let after = 0; ;) {
    const seals = await source.sealsAfter(after);
    if (seals.length === 0) return;
    for (const seal of seals) {
      after = seal.index;
      const content = contentOf(seal);
      if (content) yield { ...seal, content };
      else whenUnreadable(seal.index);
    }
  }
}

function contentOf({ index, canonical }: SourceSeal): SealContent | undefined {
  try {
    const content = JSON.parse(canonical) as SealContent;
    return content.index === index && isSeal(content) ? content : undefined;
  } catch {
    return undefined;
  }
}

/** Whether a content has all properties of a seal, with values of the right types. */
function isSeal(content: SealContent): boolean {
  const { firstPosition, lastPosition, size, tokenUses } = content;
  const { createdAt, oldestEventAt, newestEventAt } = content;
  const { eventRetentionDays, tokenUseRetentionDays } = content;
  return (
    [firstPosition, lastPosition, size].every((one) => Number.isSafeInteger(one)) &&
    [createdAt, oldestEventAt, newestEventAt].every(isTime) &&
    [eventRetentionDays, tokenUseRetentionDays].every((days) => days >= 0 && days <= MAX_DAYS) &&
    (tokenUses === null || typeof tokenUses === 'string')
  );
}

function isTime(text: unknown): boolean {
  return typeof text === 'string' && TIME.test(text) && !Number.isNaN(Date.parse(text));
}
