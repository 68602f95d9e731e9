import { type Author, AUTHOR_GONE, type AuthorLookup } from '../../../core/auth/author-lookup.js';
import type { Caller } from '../../../core/auth/caller/caller.js';
import { placeFor } from '../../../core/auth/current-caller.js';
import type { ActingToken, Actor } from '../../../core/event/actor.js';
import { ApprovalRequiredError, exitRequired } from '../../../core/event/approval.js';
import type { Tx } from '../../../core/event/tx.js';
import { ForbiddenError } from '../../../platform/errors/general.errors.js';
import { TO_TURN_OFF, turnOffWishOf } from '../../preview/change-guard/change-guard.dto.js';
import { skipsApproval } from '../../preview/change-guard/change-guard.js';
import type { ProjectEnvironmentParams } from '../../project/project.dto.js';
import { noEnvironment } from '../feature.read-model.js';

/**
 * Locks an environment of a project in which a caller sets up what will turn features off in an
 * emergency: without asking for an approval then, so the caller has to be able to do so now.
 * @throws NotFoundError when the project lacks the environment.
 * @throws PermissionError when the caller may not turn off there.
 * @throws ApprovalRequiredError when that is required and the caller may not skip it.
 */
export async function lockForEmergency(
  at: ProjectEnvironmentParams,
  caller: Caller,
  tx: Tx,
): Promise<void> {
  const { projectId: project, environment } = at;
  const { projectEnvironments } = await tx.lock({
    projectEnvironments: { share: [{ project, environment }] },
  });
  const [place] = projectEnvironments;
  if (!place) throw noEnvironment(at);
  if (place.requiredApprovals !== null && !skipsApproval(emergencyWish(caller, at)))
    throw exitRequired(place);
}

/** What turns features off for whoever has its secret, in the name of its owner. */
export interface EmergencyTrigger extends Author {
  /** What messages call it. */
  readonly kind: 'link' | 'signal';
  readonly project: string;
  readonly environments: readonly string[];
  /** What events say about it. */
  readonly token: ActingToken;
}

/**
 * The owner of a trigger, who may still turn off where it does.
 * @throws ForbiddenError otherwise.
 */
export async function ownerOf(trigger: EmergencyTrigger, authors: AuthorLookup): Promise<Caller> {
  const { kind, project, environments } = trigger;
  const refusal = `Nothing was changed. Ask for another ${kind}.`;
  const owner = await authors.find(trigger);
  if (!owner) throw new ForbiddenError(`The owner of this ${kind} no longer exists. ${refusal}`);
  for (const environment of environments)
    if (!mayTurnOff(owner, { project, environment }))
      throw new ForbiddenError(
        `${owner.name}, who owns this ${kind}, may not turn features off there any more. ` +
          refusal,
      );
  return owner;
}

function mayTurnOff(owner: Caller, at: { project: string; environment: string }): boolean {
  return TO_TURN_OFF.some((one) => owner.may(one, placeFor(owner, at)));
}

/**
 * What somebody is told who uses a trigger when that is refused: the way around an approval is not
 * open to who has only a link or a signal.
 */
export function refusalFor(error: unknown, { kind }: EmergencyTrigger, { name }: Caller): unknown {
  if (!(error instanceof ApprovalRequiredError)) return error;
  return new ForbiddenError(
    `Changes require approvals there, and ${name}, who owns this ${kind}, may not do without. ` +
      `Nothing was changed. Ask for another ${kind}.`,
  );
}

/** What a trigger turns off, as far as its owner matters. */
export interface OwnedPlace extends Author {
  project: string;
  environment: string;
  needsApproval: boolean;
}

/** Why triggers would turn nothing off because of their owners; null for those that would. */
export async function conflictsOf(
  places: readonly OwnedPlace[],
  authors: AuthorLookup,
): Promise<(string | null)[]> {
  const owners = new Map<string, Caller | undefined>();
  const conflicts: (string | null)[] = [];
  for (const place of places) {
    const key = `${place.userId} ${place.tokenId}`;
    if (!owners.has(key)) owners.set(key, await authors.find(place));
    conflicts.push(conflictOf(place, owners.get(key)));
  }
  return conflicts;
}

function conflictOf(place: OwnedPlace, owner: Caller | undefined): string | null {
  if (!owner) return AUTHOR_GONE;
  if (!mayTurnOff(owner, place)) return 'Its owner may not turn features off there any more.';
  const at = { projectId: place.project, environment: place.environment };
  return place.needsApproval && !skipsApproval(emergencyWish(owner, at))
    ? 'Changes require approvals there, and its owner may not do without.'
    : null;
}

function emergencyWish(owner: Caller, at: ProjectEnvironmentParams) {
  return turnOffWishOf({ force: true, reason: 'It is an emergency.' }, owner, at);
}

/**
 * The owner of a trigger, who acts by it. Looks at the owner again before the commit: a wait for
 * locks may lie between. The transaction changes nothing about owners, so it sees what others did.
 */
export function actorBy(
  trigger: EmergencyTrigger,
  { userId, name, hiddenProjects }: Caller,
  address: string | undefined,
  authors: AuthorLookup,
): Actor {
  return {
    ...{ userId, name, hiddenProjects, token: trigger.token },
    confirm: async () => void (await ownerOf(trigger, authors)),
    ...(address === undefined ? {} : { address }),
  };
}
