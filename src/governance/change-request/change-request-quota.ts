import { ExceedsLimitError } from '../../platform/errors/general.errors.js';
import type { Tx } from '../../core/event/tx.js';
import type { ProjectEnvironmentParams } from '../../flags/project/project.dto.js';
import { COUNT_OPEN, MEASURE, type OpenRequests } from './change-request-quota.sql.js';
import { MAX_CHARACTERS, requireFew } from './changes.js';

/** Maximum numbers of open change requests, and of characters of the JSON of their changes. */
export const OPEN_LIMITS = {
  userInEnvironment: { requests: 50, characters: Infinity },
  user: { requests: 500, characters: 10_000_000 },
  project: { requests: 1_000, characters: 20_000_000 },
  instance: { requests: 10_000, characters: 200_000_000 },
} as const satisfies Record<string, OpenRequests>;

type Scope = keyof typeof OPEN_LIMITS;
const SCOPES = Object.keys(OPEN_LIMITS) as Scope[];

/** Who has the change requests, as the subject of a sentence. */
const OWNERS: Readonly<Record<Scope, string>> = {
  userInEnvironment: 'You have',
  user: 'You have',
  project: 'The project has',
  instance: 'The instance has',
};
const PLACES: Readonly<Record<Scope, string>> = {
  userInEnvironment: 'in this environment',
  user: 'in all projects',
  project: 'of all users',
  instance: 'in all projects',
};

/** The open change requests that concern a user in an environment. */
type OpenCounts = Readonly<Record<Scope, OpenRequests>>;

/**
 * Serialises transactions that add to change requests, so that counts stay correct until the
 * commit.
 */
export async function lockQuotas(tx: Tx): Promise<void> {
  await tx.lockName('changeRequestQuotas', 'change requests');
}

/**
 * Checks the limits of open change requests after a change was added by `userId`. The lock of
 * {@link lockQuotas} must be held.
 * @throws ExceedsLimitError
 */
export async function requireWithinQuotas(
  { projectId, environment }: ProjectEnvironmentParams,
  userId: number,
  tx: Tx,
): Promise<void> {
  const [counts] = await tx.query(COUNT_OPEN, [projectId, environment, userId]);
  requireWithin(counts!);
}

/**
 * @param added What is to be added to the counted change requests.
 * @throws ExceedsLimitError
 */
export function requireWithin(
  counts: OpenCounts,
  added: OpenRequests = { requests: 0, characters: 0 },
): void {
  for (const scope of SCOPES) {
    const [most, { requests, characters }] = [OPEN_LIMITS[scope], counts[scope]];
    if (requests + added.requests > most.requests)
      throw new ExceedsLimitError(
        `${OWNERS[scope]} ${most.requests} open change requests ${PLACES[scope]}, which is the ` +
          'maximum. Apply or cancel some first.',
      );
    if (characters + added.characters > most.characters)
      throw new ExceedsLimitError(
        `${OWNERS[scope]} open change requests ${PLACES[scope]} whose changes have nearly ` +
          `${most.characters} characters together, which is the maximum. Apply or cancel some ` +
          'first.',
      );
  }
}

/**
 * Measures the changes of a locked change request.
 * @throws ExceedsLimitError when there are too many, or they are too long together.
 */
export async function requireRoom(id: number, tx: Tx): Promise<void> {
  const [own] = await tx.query(MEASURE, [id]);
  requireFew(own!.changes);
  if (own!.characters > MAX_CHARACTERS)
    throw new ExceedsLimitError(
      `The changes of a change request can have at most ${MAX_CHARACTERS} characters together.`,
    );
}
