import { Badge, NumberInput, Text, TextInput } from '@mantine/core';
import { api, bodyOf } from '../../../api/client.js';
import { FormDialog, textOf } from '../../../kit/form-dialog.js';
import { type Column, Listing } from '../../../kit/listing.js';
import { RowButton } from '../../../kit/row-button.js';
import { RowRemoval } from '../../../kit/row-removal.js';
import { Time } from '../../../kit/time.js';
import { TwoLines } from '../../../kit/two-lines.js';
import type { RenderDialog } from '../../../kit/use-dialog.js';
import { accessRequestTexts as texts } from '../../../texts/access-requests.js';
import { type AccessRequest, OUTDATES } from './access-request-queries.js';

const PATH = '/api/admin/projects/{projectId}/access-requests/{id}';
const WRITE = 'PROJECT_USER_ACCESS_WRITE';
const COLORS = {
  open: 'blue',
  active: 'teal',
  denied: 'red',
  withdrawn: 'gray',
  ended: 'gray',
} as const;

const COLUMNS: readonly Column<AccessRequest>[] = [
  {
    head: texts.who,
    cell: ({ user, project }) => <TwoLines below={project}>{user}</TwoLines>,
  },
  {
    head: texts.role,
    cell: ({ role, environment }) => <TwoLines below={environment ?? undefined}>{role}</TwoLines>,
  },
  {
    head: texts.reason,
    cell: ({ reason, isEmergency, comment, decidedBy }) => (
      <TwoLines below={comment ? texts.said(decidedBy ?? '', comment) : undefined}>
        {isEmergency && (
          <Badge color="red" mr="xs">
            {texts.emergency}
          </Badge>
        )}
        {reason}
      </TwoLines>
    ),
  },
  { head: texts.state, cell: (request) => <State request={request} /> },
  { head: texts.asked, cell: ({ createdAt }) => <Time at={createdAt} relative /> },
];

function State({ request: { state, minutes, expiresAt, decidedBy } }: { request: AccessRequest }) {
  return (
    <>
      <Badge variant="light" color={COLORS[state]}>
        {texts.states[state]}
      </Badge>
      <Text size="sm">
        {state === 'active' ? <Time at={expiresAt} /> : texts.forTime(minutes)}
        {decidedBy !== null && ` ${texts.by(decidedBy)}`}
      </Text>
    </>
  );
}

interface AccessRequestListProps {
  label: string;
  /** Keeps several lists of a page apart in the address. */
  name: string;
  requests: readonly AccessRequest[];
  userId: number;
  empty: React.ReactNode;
  show: (render: RenderDialog) => void;
}

/** Requests for access, with what the person can do about them. */
export function AccessRequestList(props: AccessRequestListProps) {
  const { label, name, requests, userId, empty, show } = props;
  return (
    <Listing
      label={label}
      name={name}
      items={requests}
      columns={COLUMNS}
      keyOf={({ id }) => id}
      searched={({ user, project, role, reason }) => `${user} ${project} ${role} ${reason}`}
      empty={empty}
      actions={(request) => <Actions request={request} userId={userId} show={show} />}
    />
  );
}

interface ActionsProps {
  request: AccessRequest;
  userId: number;
  show: (render: RenderDialog) => void;
}

function Actions({ request, userId, show }: ActionsProps) {
  const { state, user, role, project } = request;
  const isOwn = request.userId === userId;
  const about = texts.about(user, role);
  if (state === 'active' || (state === 'open' && isOwn))
    return <End request={request} isOwn={isOwn} show={show} />;
  if (state !== 'open') return null;
  const needs = { needs: WRITE, place: { project } };
  return (
    <>
      <RowButton
        {...needs}
        aria-label={`${texts.approve}: ${about}`}
        onClick={() => show((close) => <Approve request={request} onClose={close} />)}
      >
        {texts.approve}
      </RowButton>
      <RowButton
        {...needs}
        aria-label={`${texts.deny}: ${about}`}
        onClick={() => show((close) => <Deny request={request} onClose={close} />)}
      >
        {texts.deny}
      </RowButton>
    </>
  );
}

interface EndProps {
  request: AccessRequest;
  isOwn: boolean;
  show: (render: RenderDialog) => void;
}

function End({ request, isOwn, show }: EndProps) {
  const { id, project, state, user, role } = request;
  const label = state === 'open' ? texts.withdraw : isOwn ? texts.giveBack : texts.end;
  return (
    <RowRemoval
      label={label}
      aria-label={`${label}: ${texts.about(user, role)}`}
      {...(isOwn ? {} : { needs: WRITE, place: { project } })}
      show={show}
      title={`${label}: ${texts.about(user, role)}`}
      action={label}
      done={texts.over}
      outdates={OUTDATES}
      send={() => bodyOf(api.POST(`${PATH}/end`, { params: { path: { projectId: project, id } } }))}
    >
      <Text>{state === 'open' ? texts.withdrawHint : texts.endHint}</Text>
    </RowRemoval>
  );
}

interface DecisionProps {
  request: AccessRequest;
  onClose: () => void;
}

function Approve({ request, onClose }: DecisionProps) {
  const { id, project, user, role, environment, minutes } = request;
  return (
    <FormDialog
      title={texts.approveTitle(user, role)}
      action={texts.approve}
      done={texts.approved(user)}
      outdates={OUTDATES}
      onClose={onClose}
      send={(form) =>
        bodyOf(
          api.POST(`${PATH}/approve`, {
            params: { path: { projectId: project, id } },
            body: { minutes: Number(textOf(form, 'minutes')), ...commentOf(form) },
          }),
        )
      }
    >
      <Reason request={request} />
      <Text size="sm">{environment ? texts.onlyIn(environment) : texts.wholeRole}</Text>
      <NumberInput
        name="minutes"
        label={texts.minutes}
        description={texts.minutesAsked(minutes)}
        min={5}
        max={minutes}
        required
        allowDecimal={false}
        defaultValue={minutes}
      />
      <Comment />
    </FormDialog>
  );
}

function Deny({ request, onClose }: DecisionProps) {
  const { id, project, user, role } = request;
  return (
    <FormDialog
      title={texts.denyTitle(user, role)}
      action={texts.deny}
      color="red"
      done={texts.denied(user)}
      outdates={OUTDATES}
      onClose={onClose}
      send={(form) =>
        bodyOf(
          api.POST(`${PATH}/deny`, {
            params: { path: { projectId: project, id } },
            body: commentOf(form),
          }),
        )
      }
    >
      <Reason request={request} />
      <Comment />
    </FormDialog>
  );
}

function Reason({ request: { reason, isEmergency } }: { request: AccessRequest }) {
  return (
    <Text fw={isEmergency ? 700 : undefined} c={isEmergency ? 'red' : undefined}>
      {isEmergency && `${texts.emergency}: `}
      {reason}
    </Text>
  );
}

function Comment() {
  return <TextInput name="comment" label={texts.comment} maxLength={500} />;
}

function commentOf(form: FormData): { comment?: string } {
  const comment = textOf(form, 'comment');
  return comment ? { comment } : {};
}
