import { api, bodyOf, type Schemas } from '../../../api/client.js';
import { placeToPropose, requiresApproval } from '../../../api/failures.js';
import { wordsOf } from '../../../api/failure-words.js';
import { navigate } from '../../../app/router/location.js';
import { proposalTexts as texts } from '../../../texts/proposals.js';
import { announce } from '../../../kit/announcements.js';
import { changeRequestPath } from './change-request-path.js';

/** Changes that others have to approve. */
export interface Proposal {
  /** Without project or environment, where the service says in its refusal. */
  project?: string;
  environment?: string;
  changes: readonly Schemas['ChangeDto'][];
}

/**
 * Adds changes to the draft of the person, and tells where it is.
 * @param refusal Why the changes could not be made at once.
 * @throws ApiFailure when the service refuses them, such as because they could not be made.
 */
export async function propose(
  { changes, ...given }: Proposal,
  refusal: unknown = undefined,
): Promise<void> {
  const { project, environment } = { ...placeToPropose(refusal), ...given };
  if (project === undefined || environment === undefined) throw refusal;
  const { id } = await bodyOf(
    api.POST('/api/admin/projects/{projectId}/environments/{environment}/change-requests', {
      params: { path: { projectId: project, environment } },
      body: [...changes],
    }),
  );
  announce({
    kind: 'done',
    text: texts.proposed(environment),
    action: { label: texts.show, run: () => navigate(changeRequestPath(project, id)) },
  });
}

/** Tells why an action has failed, and offers to propose it if others have to approve it. */
export function tellRefusal(error: unknown, proposal: Proposal): void {
  const text = wordsOf(error);
  if (!requiresApproval(error)) return void announce({ kind: 'failed', text });
  const run = (): void =>
    void propose(proposal, error).catch((failure: unknown) =>
      announce({ kind: 'failed', text: wordsOf(failure) }),
    );
  announce({ kind: 'failed', text, action: { label: texts.propose, run } });
}
