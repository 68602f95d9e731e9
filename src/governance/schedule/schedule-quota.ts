import type { Author } from '../../core/auth/author-lookup.js';
import { ExceedsLimitError } from '../../platform/errors/general.errors.js';
import type { Tx } from '../../core/event/tx.js';
import type { FeatureParams } from '../../flags/feature/feature.dto.js';
import { COUNT_OPEN, type OpenSchedules } from './schedule.sql.js';

/** Maximum numbers of schedules that are pending or suspended, and of bytes of their payloads. */
export const OPEN_LIMITS = {
  feature: { schedules: 20, bytes: Infinity },
  project: { schedules: 500, bytes: 5_000_000 },
  author: { schedules: 2_500, bytes: 12_500_000 },
  instance: { schedules: 10_000, bytes: 50_000_000 },
} as const;

type Scope = keyof typeof OPEN_LIMITS;
const SCOPES = Object.keys(OPEN_LIMITS) as Scope[];

/** What is to be added to the open schedules, by what it counts for. */
export type Added = Readonly<Partial<Record<Scope, OpenSchedules>>>;

/** The same for all that a new schedule counts for. */
export function forAll(added: OpenSchedules): Added {
  return { feature: added, project: added, author: added, instance: added };
}

/** Makes transactions that add schedules wait for each other, so that counts hold. */
export async function lockQuotas(tx: Tx): Promise<void> {
  await tx.lockName('scheduleQuotas', 'schedules');
}

/**
 * Checks that there is room for schedules, or for longer payloads. The lock of {@link lockQuotas}
 * must be held.
 * @throws ExceedsLimitError
 */
export async function requireRoom(
  { projectId, featureName }: FeatureParams,
  { userId, tokenId }: Author,
  added: Added,
  tx: Tx,
): Promise<void> {
  const [open] = await tx.query(COUNT_OPEN, [featureName, projectId, userId, tokenId]);
  for (const scope of SCOPES) requireWithin(scope, open![scope], added[scope]);
}

/**
 * Checks that a project has room for the schedules of a feature that moves there.
 * @throws ExceedsLimitError
 */
export async function requireRoomForMoved(
  featureName: string,
  newProject: string,
  tx: Tx,
): Promise<void> {
  const [open] = await tx.query(COUNT_OPEN, [featureName, newProject, 0, null]);
  if (open!.feature.schedules > 0) requireWithin('project', open!.project, open!.feature);
}

function requireWithin(scope: Scope, open: OpenSchedules, added: OpenSchedules | undefined): void {
  if (!added) return;
  const most = OPEN_LIMITS[scope];
  const owner = scope === 'author' ? 'You have' : `The ${scope} has`;
  if (open.schedules + added.schedules > most.schedules)
    throw new ExceedsLimitError(
      `${owner} ${open.schedules} schedules that are pending or suspended. The maximum is ` +
        `${most.schedules}. Cancel some first.`,
    );
  if (open.bytes + added.bytes > most.bytes)
    throw new ExceedsLimitError(
      `The payloads of the pending and suspended schedules of one ${scope} can have at most ` +
        `${most.bytes} bytes together. Cancel some first, or schedule less.`,
    );
}
