/** The states of a change request. */
export const STATES = [
  'Draft',
  'In review',
  'Approved',
  'Scheduled',
  'Applied',
  'Cancelled',
  'Rejected',
] as const;

/** A state of a change request. */
export type ChangeRequestState = (typeof STATES)[number];

/** The criteria of a search for the state. */
export const SEARCHED_STATES = ['IS:open', 'IS:scheduled', 'IS:closed'] as const;

/** A criterion of a search for the state. */
export type SearchedState = (typeof SEARCHED_STATES)[number];

/** Whether a change request in the state can still be applied. */
export function isOpen(state: ChangeRequestState): boolean {
  return ['Draft', 'In review', 'Approved', 'Scheduled'].includes(state);
}

/** The states that meet a criterion. */
export function statesOf(criterion: SearchedState): ChangeRequestState[] {
  if (criterion === 'IS:scheduled') return ['Scheduled'];
  return STATES.filter((state) => isOpen(state) === (criterion === 'IS:open'));
}
