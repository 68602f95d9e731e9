import { service } from '../../../api/failure-words.js';
import { Alert, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { changeRequestPath } from '../change-requests/change-request-path.js';
import {
  type FoundChangeRequest,
  scheduledRequestsQuery,
} from '../change-requests/change-request-queries.js';
import { Link } from '../../../app/router/link.js';
import { scheduleTexts as texts } from '../../../texts/schedules.js';
import { Time } from '../../../kit/time.js';
import styles from './scheduled-requests.module.css';

/** The scheduled change requests that change a feature, or all; nothing when there are none. */
export function ScheduledRequests({ feature }: { feature?: string }) {
  const { data } = useQuery(scheduledRequestsQuery(feature));
  if (!data?.length) return null;
  return (
    <section aria-label={texts.requests}>
      <Title order={2} size="h4" mt="lg">
        {texts.requests}
      </Title>
      <ul className={styles.occurrences}>
        {[...data].sort(byTime).map((request) => (
          <li key={request.id}>
            {request.schedule && <Time at={request.schedule.scheduledAt} />}
            <Link to={changeRequestPath(request.project, request.id)}>{request.title}</Link>
            <span>{texts.requestIn(request.project, request.environment)}</span>
            {request.schedule?.reason && (
              <Alert color="orange" p="xs">
                {service.told(request.schedule.reason)}
              </Alert>
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}

function byTime({ schedule: one }: FoundChangeRequest, { schedule: other }: FoundChangeRequest) {
  return (one?.scheduledAt ?? '').localeCompare(other?.scheduledAt ?? '');
}
