import type { Actor } from './actor.js';
import { circumstances, under } from './circumstances.js';
import type { DomainEvent, EventType } from './event.types.js';
import { ApiError } from '../../platform/errors/api-error.js';

/**
 * Where an event changes what SDKs get: in its `environment`, in all environments of its `project`,
 * wherever its `segment` is used, or for a `move` in the environments of both projects in which the
 * feature is on, or has strategies or a release plan.
 */
type Reach = 'environment' | 'project' | 'segment' | 'move';

/**
 * The events whose changes can require approvals. All others neither change an environment for SDKs
 * nor what a release plan will do there.
 */
const REACHES: Readonly<Partial<Record<EventType, Reach>>> = {
  'feature-environment-enabled': 'environment',
  'feature-environment-disabled': 'environment',
  'feature-environment-variants-updated': 'environment',
  'feature-strategy-add': 'environment',
  'feature-strategy-update': 'environment',
  'feature-strategy-remove': 'environment',
  'strategy-order-changed': 'environment',
  'release-plan-added': 'environment',
  'release-plan-removed': 'environment',
  'release-plan-milestone-started': 'environment',
  'release-plan-milestone-strategy-updated': 'environment',
  'milestone-progression-changed': 'environment',
  'release-plan-progressions-paused': 'environment',
  'release-plan-progressions-resumed': 'environment',
  'safeguard-changed': 'environment',
  'safeguard-deleted': 'environment',
  'environment-deleted': 'environment',
  'feature-archived': 'project',
  'feature-dependency-added': 'project',
  'feature-dependency-removed': 'project',
  'feature-dependencies-removed': 'project',
  'segment-updated': 'segment',
  'feature-project-change': 'move',
};

/** What an event can require approvals for, as the recording statement reads it. */
interface ApprovalCheck {
  readonly reach?: Reach;
  readonly segment?: number;
}

/** An environment that requires approvals, and the type of an event that affects it. */
export interface AffectedPlace extends ApprovalPlace {
  readonly type: string;
  readonly requiredApprovals: number;
}

/** Why changes are made without adding them to a change request. */
export type Permit =
  | {
      readonly kind: 'request';
      readonly id: number;
      readonly place: ApprovalPlace;
      readonly approvals: number;
    }
  | {
      readonly kind: 'turning-off' | 'release-plan' | 'preview';
      readonly place: ApprovalPlace;
    };

/**
 * Makes changes that were approved. Their events name the change request.
 * @param approvals How many approvals the environment requires.
 */
export function whileApproved<T>(
  id: number,
  place: ApprovalPlace,
  approvals: number,
  work: () => Promise<T>,
): Promise<T> {
  return under({ permit: { kind: 'request', id, place, approvals } }, work);
}

/** Lets features be turned off in one environment without an approval. */
export function whileTurningOff<T>(place: ApprovalPlace, work: () => Promise<T>): Promise<T> {
  return under({ permit: { kind: 'turning-off', place } }, work);
}

/**
 * Lets a release plan progress or go back by itself without a further approval: adding it and
 * changing what it does have required one.
 */
export function whileReleasing<T>(place: ApprovalPlace, work: () => Promise<T>): Promise<T> {
  return under({ permit: { kind: 'release-plan', place } }, work);
}

/** Lets a preview make changes that require approvals, in a transaction that is rolled back. */
export function whilePreviewing<T>(place: ApprovalPlace, work: () => Promise<T>): Promise<T> {
  return under({ permit: { kind: 'preview', place } }, work);
}

/** The id of the change request that is being applied. */
export function appliedRequest(): number | undefined {
  const { permit } = circumstances();
  return permit?.kind === 'request' ? permit.id : undefined;
}

/**
 * What to check for an event. Features that the transaction creates are off, so until they are
 * turned on, nothing that SDKs get changes.
 */
export function approvalCheckOf(
  event: DomainEvent,
  isNewFeature: (name: string) => boolean,
): ApprovalCheck {
  const reach = REACHES[event.type];
  if (!reach || isOfNewFeature(event, isNewFeature)) return {};
  if (event.type !== 'segment-updated') return { reach };
  const [now, before] = [event.data.constraints, event.preData.constraints];
  // The name and the description of a segment are not sent to SDKs.
  return JSON.stringify(now) === JSON.stringify(before) ? {} : { reach, segment: event.data.id };
}

function isOfNewFeature(event: DomainEvent, isNewFeature: (name: string) => boolean): boolean {
  const name = 'featureName' in event ? event.featureName : undefined;
  return event.type !== 'feature-environment-enabled' && name !== undefined && isNewFeature(name);
}

/**
 * Refuses a change in environments that require approvals, unless it is approved or turns features
 * off for a reason. An approval in the environment that requires the most approvals is enough for
 * changes that affect several environments of its project.
 * @throws ApprovalRequiredError
 */
export function requireApproved(affected: readonly AffectedPlace[], actor: Actor): void {
  const { permit } = circumstances();
  const refused = affected.find((place) => !isPermitted(place, permit));
  if (!refused) return;
  if (actor.hiddenProjects?.includes(refused.project)) throw hiddenApprovalRequired();
  throw approvalRequired(refused, refused.type);
}

function isPermitted(place: AffectedPlace, permit: Permit | undefined): boolean {
  if (permit?.place.project !== place.project) return false;
  const isThere = permit.place.environment === place.environment;
  if (permit.kind === 'preview') return true;
  if (permit.kind === 'request') return isThere || permit.approvals >= place.requiredApprovals;
  if (permit.kind === 'release-plan') return isThere;
  return isThere && place.type === 'feature-environment-disabled';
}

/** A place in which changes require approvals. */
export interface ApprovalPlace {
  readonly project: string;
  readonly environment: string;
}

/**
 * The change needs an approval. It has the name and the permission of the reference, so that its
 * clients recognise it; the message names the way.
 */
export class ApprovalRequiredError extends ApiError {
  readonly status = 403;

  /** @param proposeIn Where the change can be proposed instead, if that is possible. */
  constructor(
    message: string,
    readonly proposeIn?: ApprovalPlace,
  ) {
    super(message);
    this.name = 'PermissionError';
  }

  override body(): object {
    const { proposeIn } = this;
    return {
      ...(super.body() as object),
      permissions: ['SKIP_CHANGE_REQUEST'],
      ...(proposeIn ? { proposeIn } : {}),
    };
  }
}

/** Events of changes that change requests cannot contain. */
const WITHOUT_REQUESTS: readonly string[] = [
  'project-environment-removed',
  'environment-deleted',
  'feature-project-change',
];

/** The error of a change in an environment that requires approvals. */
export function approvalRequired(
  { project, environment }: ApprovalPlace,
  type: string,
): ApprovalRequiredError {
  const path = [project, 'environments', environment].map(encodeURIComponent).join('/');
  const removing = WITHOUT_REQUESTS.includes(type);
  const isOff = type === 'feature-environment-disabled';
  return new ApprovalRequiredError(
    `Nothing was changed: the environment "${environment}" of the project "${project}" requires ` +
      'approvals. ' +
      (removing
        ? `Set changeRequestsEnabled to false first: PUT /api/admin/projects/${path}/` +
          'change-requests/config.'
        : 'Add the change to a change request instead: POST ' +
          `/api/admin/projects/${path}/change-requests.`) +
      (isOff
        ? ' To turn features off at once, repeat the request with force=true and a reason, which ' +
          'requires DISABLE_FEATURE_ENVIRONMENT or SKIP_CHANGE_REQUEST.'
        : ''),
    removing ? undefined : { project, environment },
  );
}

/** The error of setting up what turns features off without an approval. */
export function exitRequired({ project, environment }: ApprovalPlace): ApprovalRequiredError {
  return new ApprovalRequiredError(
    `Nothing was changed: the environment "${environment}" of the project "${project}" requires ` +
      'approvals. Setting up what turns features off without one requires ' +
      'DISABLE_FEATURE_ENVIRONMENT or SKIP_CHANGE_REQUEST there.',
  );
}

/** The error of a change that also affects an environment that the caller cannot see. */
function hiddenApprovalRequired(): ApprovalRequiredError {
  return new ApprovalRequiredError(
    'Nothing was changed: the change affects an environment that requires approvals, in a ' +
      'project that you cannot see. Ask an administrator.',
  );
}
