import { type ConstraintErrors, isRace } from '../../platform/database/constraint-errors.js';
import { ApiError } from '../../platform/errors/api-error.js';
import { ConflictError, NotFoundError } from '../../platform/errors/general.errors.js';

/** Why a change can no longer be applied as it was added. */
export interface Conflict {
  changeId: number;
  action: string;
  feature?: string;
  segment?: number;
  conflict: string;
}

/** What a change request changes has been changed by others since. */
export class ChangeRequestConflictError extends ApiError {
  readonly status = 409;

  constructor(private readonly conflicts: readonly Conflict[]) {
    const [first] = conflicts;
    const subject = first?.feature === undefined ? `segment ${first?.segment}` : first.feature;
    const what = conflicts.length === 1 ? 'a change conflicts' : 'changes conflict';
    super(
      `Nothing was changed: ${what} with the present state, first that of "${subject}". ` +
        `${first?.conflict} Its author has to edit or remove the change.`,
    );
  }

  override body(): object {
    return { ...(super.body() as object), conflicts: this.conflicts };
  }
}

/** A change of a change request is not possible, so none of them was made. */
export class ChangeNotApplicableError extends ApiError {
  readonly status = 409;
}

/** Users cannot review the change requests that they created. */
export class OwnChangeRequestError extends ApiError {
  readonly status = 403;
}

/** The change request is not in a state in which this is possible. */
export class ChangeRequestStateError extends ApiError {
  readonly status = 409;
}

/** Maps the constraints of these tables to the errors that callers see. */
export const CHANGE_REQUEST_CONSTRAINTS: ConstraintErrors = {
  change_request_project_fkey: (id) => new NotFoundError(`There is no project "${id}".`),
  change_request_environment_fkey: (name) =>
    new NotFoundError(`There is no environment "${name}".`),
  change_request_draft: isRace(
    () => new ConflictError('A draft was created at the same time. Try again.'),
  ),
};
