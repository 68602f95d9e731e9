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

/** Whether a change request in the state can still be applied. */
export function isOpen(state: ChangeRequestState): boolean {
  return ['Draft', 'In review', 'Approved', 'Scheduled'].includes(state);
}
