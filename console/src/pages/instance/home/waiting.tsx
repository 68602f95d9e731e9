import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { changeRequestPath } from '../../governance/change-requests/change-request-path.js';
import {
  type FoundChangeRequest,
  foundRequestsQuery,
} from '../../governance/change-requests/change-request-queries.js';
import { featurePath } from '../../flags/features/feature-path.js';
import { Link } from '../../../app/router/link.js';
import { calendarQuery, type Schedule } from '../../governance/schedules/schedule-queries.js';
import { wordsOfSchedule } from '../../governance/schedules/schedule-words.js';
import { useMe } from '../../../app/session/me.js';
import { changeRequestTexts } from '../../../texts/change-requests.js';
import { homeTexts as texts } from '../../../texts/home.js';
import { Time } from '../../../kit/time.js';
import { scheduledPeriod } from './home-queries.js';
import styles from './home.module.css';
import { Panel } from './panel.js';

const MOST = 5;

/** Reviews that the person was asked for, their own change requests, and what is scheduled next. */
export function Waiting() {
  const { user } = useMe();
  const [from, to] = useMemo(scheduledPeriod, []);
  const reviews = useQuery(foundRequestsQuery({ reviewer: user.id, page: 1 }));
  const own = useQuery(foundRequestsQuery({ createdBy: user.id, page: 1 }));
  const schedules = useQuery(calendarQuery(from, to));
  const items = [
    ...(reviews.data?.changeRequests ?? []).slice(0, MOST).map((request) => ({
      key: `review ${request.id}`,
      content: <Request request={request} words={texts.review} />,
    })),
    ...(own.data?.changeRequests ?? []).slice(0, MOST).map((request) => ({
      key: `own ${request.id}`,
      content: (
        <Request
          request={request}
          words={texts.own(changeRequestTexts.states[request.state] ?? request.state)}
        />
      ),
    })),
    ...(schedules.data?.schedules ?? []).slice(0, MOST).map((schedule) => ({
      key: `schedule ${schedule.id}`,
      content: <Planned schedule={schedule} />,
    })),
  ];
  return (
    <Panel
      title={texts.waiting}
      answers={[reviews, own, schedules]}
      empty={texts.nothingWaits}
      items={items}
    />
  );
}

function Request({ request, words }: { request: FoundChangeRequest; words: string }) {
  const { project, id, title, environment, createdAt } = request;
  return (
    <>
      <Link to={changeRequestPath(project, id)} className={styles.name}>
        {title}
      </Link>
      <div className={styles.about}>
        <span>{words}</span>
        <span>{environment}</span>
        <Time at={createdAt} relative />
      </div>
    </>
  );
}

function Planned({ schedule }: { schedule: Schedule }) {
  const { project, feature, nextAt } = schedule;
  return (
    <>
      <Link to={`${featurePath(project, feature)}?section=schedules`} className={styles.name}>
        {feature}
      </Link>
      <div className={styles.about}>
        <span>{wordsOfSchedule(schedule)}</span>
        <Time at={nextAt} />
      </div>
    </>
  );
}
