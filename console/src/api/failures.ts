import type { components } from './schema.js';

/** The body of a refusal; all properties may be absent. */
export type ErrorBody = Partial<components['schemas']['ErrorResponse']>;

/** The service refuses a request. */
export class ApiFailure extends Error {
  override readonly name = 'ApiFailure';

  constructor(
    readonly status: number,
    readonly body: ErrorBody,
  ) {
    super(body.message ?? '');
  }

  /** Whether the refusal is of this kind, such as `GuardedChangeError`. */
  is(kind: string): boolean {
    return this.body.name === kind;
  }
}

/** The service did not answer. */
export class UnreachableFailure extends Error {
  override readonly name = 'UnreachableFailure';
}

/** Whether a change was refused because others have to approve it first. */
export function requiresApproval(error: unknown): boolean {
  if (!(error instanceof ApiFailure) || !error.is('PermissionError')) return false;
  const { permissions = [] } = error.body;
  return permissions.length === 1 && permissions[0] === 'SKIP_CHANGE_REQUEST';
}

/** Where a change request can contain the change that was refused. */
export function placeToPropose(error: unknown): ErrorBody['proposeIn'] {
  return error instanceof ApiFailure ? error.body.proposeIn : undefined;
}

/** Whether nobody is signed in any more. */
export function isSignedOut(error: unknown): boolean {
  return error instanceof ApiFailure && error.status === 401;
}
