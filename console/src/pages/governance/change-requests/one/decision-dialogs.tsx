import { Text, Textarea, TextInput } from '@mantine/core';
import { useState } from 'react';
import { api, bodyOf, type Schemas } from '../../../../api/client.js';
import { ifMatch } from '../../../../api/versioned.js';
import { navigate } from '../../../../app/router/location.js';
import { localOf, momentOf } from '../../schedules/local-time.js';
import { changeRequestTexts as texts } from '../../../../texts/change-requests.js';
import { scheduleTexts } from '../../../../texts/schedules.js';
import { FormDialog, textOf } from '../../../../kit/form-dialog.js';
import { RemovalDialog } from '../../../../kit/removal-dialog.js';
import { changeRequestsPath } from '../change-request-path.js';
import type { ShownRequest } from '../change-request-query.js';

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
  request: ShownRequest;
  onClose: () => void;
}

/** Confirms a decision, with a comment if the person has one. */
export function DecisionDialog({ request, kind, onClose }: DialogProps & { kind: DecisionKind }) {
  const { state, done, hint, color } = DECISIONS[kind];
  return (
    <FormDialog
      title={`${texts[kind]}: ${request.title}`}
      action={texts[kind]}
      color={color}
      send={(form) => decide(request, { state }, form)}
      done={done}
      outdates={OUTDATES}
      reload={onClose}
      onClose={onClose}
    >
      {hint && <Text>{hint}</Text>}
      <CommentField />
    </FormDialog>
  );
}

/** Chooses when a change request is applied. */
export function ScheduleRequest({ request, onClose }: DialogProps) {
  const { schedule, title } = request;
  const [local, setLocal] = useState(schedule ? localOf(schedule.scheduledAt) : '');
  const at = momentOf({ local });
  return (
    <FormDialog
      title={`${texts.schedule}: ${title}`}
      action={texts.schedule}
      isBlocked={!at}
      send={(form) => decide(request, { state: 'Scheduled', scheduledAt: at! }, form)}
      done={texts.scheduled}
      outdates={OUTDATES}
      reload={onClose}
      onClose={onClose}
    >
      <Text>{texts.scheduleHint}</Text>
      <TextInput
        type="datetime-local"
        required
        data-autofocus
        label={scheduleTexts.at}
        description={
          at ? scheduleTexts.inUtc(at.replace('T', ' ').slice(0, 16)) : scheduleTexts.atHint
        }
        value={local}
        onChange={({ currentTarget: { value } }) => setLocal(value)}
      />
      <CommentField />
    </FormDialog>
  );
}

function CommentField() {
  return (
    <Textarea
      name="comment"
      label={texts.comment}
      description={texts.optional}
      rows={3}
      maxLength={MOST_CHARACTERS}
    />
  );
}

/** Sends a decision about what the person has seen: it is refused if that was edited since. */
function decide(
  request: ShownRequest,
  decision: Schemas['ChangeRequestStateDto'],
  form: FormData,
): Promise<unknown> {
  const { project: projectId, id } = request;
  const comment = textOf(form, 'comment');
  return bodyOf(
    api.PUT('/api/admin/projects/{projectId}/change-requests/{id}/state', {
      params: { path: { projectId, id }, header: ifMatch(request) },
      body: { ...decision, ...(comment ? { comment } : {}) },
    }),
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
