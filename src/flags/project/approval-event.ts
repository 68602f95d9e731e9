import type { EventOf } from '../../core/event/event.types.js';

/** The event of a change of how many approvals an environment requires; null for none. */
export function approvalEventOf(
  project: string,
  environment: string,
  before: number | null,
  after: number | null,
): EventOf<'change-request-configuration-updated'> {
  return {
    type: 'change-request-configuration-updated',
    project,
    environment,
    data: { changeRequestsEnabled: after !== null, requiredApprovals: after },
    preData: { changeRequestsEnabled: before !== null, requiredApprovals: before },
  };
}
