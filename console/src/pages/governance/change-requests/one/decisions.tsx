import { useMe } from '../../../../app/session/me.js';
import { isAllowed } from '../../../../app/session/permissions.js';
import { changeRequestTexts as texts } from '../../../../texts/change-requests.js';
import { PermittedButton } from '../../../../kit/permitted-button.js';
import type { RenderDialog } from '../../../../kit/use-dialog.js';
import type { ShownRequest } from '../change-request-query.js';
import { isOpen } from '../state-badge.js';
import {
  DECISIONS,
  DecisionDialog,
  type DecisionKind,
  DiscardDialog,
  ScheduleRequest,
} from './decision-dialogs.js';

interface DecisionsProps {
  request: ShownRequest;
  /** Whether the person is its author. */
  isOwn: boolean;
  show: (render: RenderDialog) => void;
}

/** What can be done with a change request in its state. */
export function Decisions({ request, isOwn, show }: DecisionsProps) {
  const me = useMe();
  const { state, project, environment, approvals, minApprovals } = request;
  const place = { project, environment };
  const isDraft = state === 'Draft';
  const open = (kind: DecisionKind) => () =>
    show((close) => <DecisionDialog request={request} kind={kind} onClose={close} />);
  const button = (kind: DecisionKind, hindrance?: string) => (
    <PermittedButton
      key={kind}
      needs={DECISIONS[kind].needs}
      place={place}
      hindrance={hindrance}
      variant={DECISIONS[kind].variant}
      onClick={open(kind)}
    >
      {texts[kind]}
    </PermittedButton>
  );
  const own = isOwn ? texts.ownLack : undefined;
  const missing = Math.max(0, minApprovals - approvals.length);
  return (
    <>
      {isDraft && isOwn && button('send')}
      {isDraft && isOwn && (
        <PermittedButton
          variant="default"
          onClick={() => show((close) => <DiscardDialog request={request} onClose={close} />)}
        >
          {texts.discard}
        </PermittedButton>
      )}
      {isOpen(state) && !isDraft && (
        <>
          {state === 'In review' && button('approve', own)}
          {button('apply', state === 'In review' ? texts.notApprovedYet(missing) : undefined)}
          {state !== 'In review' && (
            <PermittedButton
              needs={DECISIONS.apply.needs}
              place={place}
              variant="default"
              onClick={() => show((close) => <ScheduleRequest request={request} onClose={close} />)}
            >
              {state === 'Scheduled' ? texts.reschedule : texts.schedule}
            </PermittedButton>
          )}
          {button('reject', own)}
          {(isOwn || isAllowed(me, ['ADMIN'])) && button('cancel')}
        </>
      )}
    </>
  );
}
