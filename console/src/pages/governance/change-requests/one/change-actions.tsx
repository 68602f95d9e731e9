import { Button } from '@mantine/core';
import { api, bodyOf, type Schemas } from '../../../../api/client.js';
import { useMe } from '../../../../app/session/me.js';
import { changeRequestTexts as texts } from '../../../../texts/change-requests.js';
import { uiTexts } from '../../../../texts/ui.js';
import { useAction } from '../../../../kit/use-action.js';
import type { Change, ChangeRequest } from '../change-request-queries.js';
import { isOpen } from '../state-badge.js';
import styles from './change-request.module.css';
import { wordsOfChange } from './words-of-change.js';

interface ChangeActionsProps {
  request: ChangeRequest;
  change: Change;
  /** The feature or segment. */
  subject: string;
}

const PATH = '/api/admin/projects/{projectId}/change-requests/{changeRequestId}/changes/{changeId}';
const OUTDATES = ['change-requests', 'events'];

/** Buttons of the author: removing a change, and proposing it again after a conflict. */
export function ChangeActions({ request, change, subject }: ChangeActionsProps) {
  const { user } = useMe();
  const path = { projectId: request.project, changeRequestId: request.id, changeId: change.id };
  const remove = useAction(() => bodyOf(api.DELETE(PATH, { params: { path } })), {
    done: texts.changeRemoved,
    outdates: OUTDATES,
  });
  const renew = useAction(
    () => bodyOf(api.PUT(PATH, { params: { path }, body: sameChange(request, change) })),
    { done: texts.renewed, outdates: OUTDATES },
  );
  if (request.createdBy.id !== user.id || !isOpen(request.state)) return null;
  return (
    <div className={styles.actions}>
      {change.conflict && (
        <Button
          size="compact-sm"
          variant="default"
          loading={renew.isPending}
          onClick={() => renew.mutate()}
        >
          {texts.renew}
        </Button>
      )}
      <Button
        size="compact-sm"
        variant="default"
        aria-label={texts.removeChange(wordsOfChange(change), subject)}
        loading={remove.isPending}
        onClick={() => remove.mutate()}
      >
        {uiTexts.remove}
      </Button>
    </div>
  );
}

/** The same change again; the service remembers the present version of what it changes. */
function sameChange({ features }: ChangeRequest, change: Change): Schemas['ChangeDto'] {
  const feature = features.find(({ changes }) => changes.some(({ id }) => id === change.id));
  return {
    action: change.action as Schemas['ChangeDto']['action'],
    ...(feature ? { feature: feature.name } : {}),
    ...(change.payload === undefined
      ? {}
      : { payload: change.payload as Schemas['ChangeDto']['payload'] }),
  };
}
