import { ApiError } from '../../platform/errors/api-error.js';

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
export function hiddenApprovalRequired(): ApprovalRequiredError {
  return new ApprovalRequiredError(
    'Nothing was changed: the change affects an environment that requires approvals, in a ' +
      'project that you cannot see. Ask an administrator.',
  );
}
