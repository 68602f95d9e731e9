import { service } from '../../../../api/failure-words.js';
import { Alert } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '../../../../app/router/link.js';
import type { PageProps } from '../../../../app/router/route.js';
import { useMe } from '../../../../app/session/me.js';
import { changeRequestTexts as texts } from '../../../../texts/change-requests.js';
import { Facts } from '../../../../kit/facts.js';
import { Page } from '../../../../kit/page.js';
import { FailureNotice, Loading } from '../../../../kit/states.js';
import { Time } from '../../../../kit/time.js';
import { useDialog } from '../../../../kit/use-dialog.js';
import { type CHANGE_REQUEST_PATH, changeRequestsPath } from '../change-request-path.js';
import { type ChangeRequest, changeRequestQuery } from '../change-request-query.js';
import { StateBadge } from '../state-badge.js';
import { ChangesSection } from './changes-section.js';
import { CommentsSection } from './comments-section.js';
import { Decisions } from './decisions.js';
import { ReviewsSection } from './reviews-section.js';
import { wordsOfMaker } from '../../../audit/events/words-of-author.js';

/** One change request: what it changes, who reviews it, and what can be done with it. */
export function ChangeRequestPage({
  params: { project, request },
}: PageProps<typeof CHANGE_REQUEST_PATH>) {
  const { user } = useMe();
  const [dialog, show] = useDialog();
  const { data, error, refetch } = useQuery(changeRequestQuery(project, Number(request)));
  if (!data)
    return (
      <Page title={texts.request}>
        {error ? <FailureNotice error={error} retry={() => void refetch()} /> : <Loading />}
      </Page>
    );
  const isOwn = data.createdBy.id === user.id;
  return (
    <Page
      title={data.title}
      actions={<Decisions request={data} isOwn={isOwn} show={show} />}
      intro={<StateBadge state={data.state} />}
    >
      <NotApplied request={data} />
      <About request={data} />
      <ChangesSection request={data} />
      <ReviewsSection request={data} isOwn={isOwn} show={show} />
      <CommentsSection request={data} />
      {dialog}
    </Page>
  );
}

/** Says why a scheduled change request was not applied at its time. */
function NotApplied({ request: { schedule } }: { request: ChangeRequest }) {
  if (schedule?.reason === undefined) return null;
  return (
    <Alert color="orange" mb="md" title={texts.notAppliedInTime}>
      {service.told(schedule.reason)}
    </Alert>
  );
}

function About({ request }: { request: ChangeRequest }) {
  const { project, environment, createdBy, createdAt, approvals, minApprovals } = request;
  const { schedule } = request;
  return (
    <section aria-label={texts.facts}>
      <Facts
        facts={[
          [texts.project, <Link to={changeRequestsPath(project)}>{project}</Link>],
          [texts.environment, environment],
          [texts.author, wordsOfMaker(createdBy)],
          [texts.created, <Time at={createdAt} />],
          [texts.approvalsGiven, texts.approvals(approvals.length, minApprovals)],
          ...(schedule ? [[texts.scheduledFor, <Time at={schedule.scheduledAt} />] as const] : []),
        ]}
      />
    </section>
  );
}
