/** Why a move cannot begin or go on, as a text for the operator that says what to do. */
export class MoveInError extends Error {
  override readonly name = 'MoveInError';
}
