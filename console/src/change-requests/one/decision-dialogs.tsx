import { Text, Textarea } from '@mantine/core';
import { api, bodyOf, type Schemas } from '../../api/client.js';
import { navigate } from '../../router/location.js';
import { changeRequestTexts as texts } from '../../texts/change-requests.js';
import { FormDialog, textOf } from '../../ui/form-dialog.js';
import { RemovalDialog } from '../../ui/removal-dialog.js';
import { changeRequestsPath } from '../change-request-path.js';
import type { ChangeRequest } from '../change-request-queries.js';

/** What somebody can do with a change request. */
export type DecisionKind = 'send' | 'approve' | 'apply' | 'reject' | 'cancel';

interface Decision {
  state: Schemas['ChangeRequestStateDto']['state'];
  done: string;
  hint?: string;
  needs?: string;
  color?: string;
  variant?: string;
}

const MOST_CHARACTERS = 5_000;
const OUTDATES = ['change-requests', 'features', 'segments', 'events'];

export const DECISIONS: Readonly<Record<DecisionKind, Decision>> = {
  send: { state: 'In review', done: texts.sent },
  approve: { state: 'Approved', done: texts.approved, needs: 'APPROVE_CHANGE_REQUEST' },
  apply: {
    state: 'Applied',
    done: texts.applied,
    hint: texts.applyHint,
    needs: 'APPLY_CHANGE_REQUEST',
  },
  reject: {
    state: 'Rejected',
    done: texts.rejected,
    needs: 'APPROVE_CHANGE_REQUEST',
    color: 'red',
    variant: 'default',
  },
  cancel: {
    state: 'Cancelled',
    done: texts.cancelled,
    hint: texts.cancelHint,
    variant: 'default',
  },
};

interface DialogProps {
  request: ChangeRequest;
  onClose: () => void;
}

/** Confirms a decision, with a comment if the person has one. */
export function DecisionDialog({ request, kind, onClose }: DialogProps & { kind: DecisionKind }) {
  const { state, done, hint, color } = DECISIONS[kind];
  const { project: projectId, id } = request;
  const decide = (form: FormData) => {
    const comment = textOf(form, 'comment');
    return bodyOf(
      api.PUT('/api/admin/projects/{projectId}/change-requests/{id}/state', {
        params: { path: { projectId, id } },
        body: { state, ...(comment ? { comment } : {}) },
      }),
    );
  };
  return (
    <FormDialog
      title={`${texts[kind]}: ${request.title}`}
      action={texts[kind]}
      color={color}
      send={decide}
      done={done}
      outdates={OUTDATES}
      onClose={onClose}
    >
      {hint && <Text>{hint}</Text>}
      <Textarea
        name="comment"
        label={texts.comment}
        description={texts.optional}
        rows={3}
        maxLength={MOST_CHARACTERS}
      />
    </FormDialog>
  );
}

/** Confirms that a draft is deleted. */
export function DiscardDialog({ request, onClose }: DialogProps) {
  const { project: projectId, id } = request;
  const discard = async (): Promise<void> => {
    await bodyOf(
      api.DELETE('/api/admin/projects/{projectId}/change-requests/{id}', {
        params: { path: { projectId, id } },
      }),
    );
    navigate(changeRequestsPath(projectId));
  };
  return (
    <RemovalDialog
      title={texts.discard}
      action={texts.discard}
      done={texts.discarded}
      outdates={OUTDATES}
      onClose={onClose}
      send={discard}
    >
      <Text>{texts.discardHint}</Text>
    </RemovalDialog>
  );
}
