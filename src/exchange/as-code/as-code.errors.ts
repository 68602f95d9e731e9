import type { ConstraintErrors } from '../../platform/database/constraint-errors.js';
import { ConflictError } from '../../platform/errors/general.errors.js';
import { ApiError } from '../../platform/errors/api-error.js';
import type { Comparison, Finding } from './comparison.js';
import type { ApprovalNeeded } from './requirements.js';
import type { SeenThingDto } from './as-code.dto.js';

/** A plan made now would be another one. */
export class PlanChangedError extends ApiError {
  readonly status = 409;

  constructor(seen: readonly SeenThingDto[] | undefined, { state }: Comparison) {
    const present = new Map(state.fingerprints);
    const changed = (seen ?? []).filter(({ kind, name, fingerprint }) => {
      const key = `${kind} ${name}`;
      const isSame = present.get(key) === fingerprint;
      present.delete(key);
      return !isSame;
    });
    const added = seen ? [...present.keys()].map((key) => key.split(' ')) : [];
    const details = [
      ...changed.map(({ kind, name }) => ({ message: `The ${kind} "${name}" was changed since.` })),
      ...added.map(([kind, name]) => ({ message: `The ${kind} "${name}" was added since.` })),
    ];
    const what = details[0]?.message ?? 'The files, or what they were compared with, have changed.';
    super(`Nothing was changed: the plan is out of date. ${what} Plan again.`, details);
  }
}

/** The plan has errors. */
export class NotApplicableError extends ApiError {
  readonly status = 400;

  constructor(errors: readonly Finding[]) {
    const details = errors.map(({ kind, name, message }) => ({
      message: `The ${kind} "${name}": ${message}`,
    }));
    super(`Nothing was changed. ${details[0]!.message}`, details);
  }
}

/** The plan changes environments that require approvals. */
export class ApprovalsNeededError extends ApiError {
  readonly status = 403;

  constructor(approvals: readonly ApprovalNeeded[]) {
    const details = approvals.map(({ project, environment, features }) => ({
      message:
        `${features} features change in the environment "${environment}" of the project ` +
        `"${project}", which requires approvals.`,
    }));
    super(`Nothing was changed. ${details[0]!.message}`, details);
  }
}

const takenOver = (): ConflictError =>
  new ConflictError('Nothing was changed: another folder took it over meanwhile. Plan again.');

/** Maps the constraints of this table to the errors that callers see. */
export const AS_CODE_CONSTRAINTS: ConstraintErrors = {
  managed_thing_context_field_key: takenOver,
  managed_thing_environment_key: takenOver,
  managed_thing_feature_key: takenOver,
  managed_thing_project_key: takenOver,
  managed_thing_role_key: takenOver,
  managed_thing_segment_key: takenOver,
  managed_thing_tag_type_key: takenOver,
  managed_thing_tag_key: takenOver,
};
