import type { Caller } from '../../../core/auth/caller/caller.js';
import { approvalRequired } from '../../../core/event/approval.errors.js';
import type { Tx } from '../../../core/event/tx.js';
import { turnOffWishOf } from '../../preview/change-guard/change-guard.dto.js';
import { skipsApproval } from '../../preview/change-guard/change-guard.js';
import type { ProjectEnvironmentParams } from '../../project/project.params.js';
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
  const wish = turnOffWishOf({ force: true, reason: 'It is an emergency.' }, caller, at);
  if (place.requiredApprovals !== null && !skipsApproval(wish))
    throw approvalRequired(place, 'feature-environment-disabled');
}
