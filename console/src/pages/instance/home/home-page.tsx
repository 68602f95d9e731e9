import { useQuery } from '@tanstack/react-query';
import { FirstStepsHost, useIsNew } from '../../flags/features/first-steps/first-steps-host.js';
import { NewFeatureLink } from '../../flags/features/list/new-feature-link.js';
import { homeTexts as texts } from '../../../texts/home.js';
import { Page } from '../../../kit/page.js';
import { Attention } from './attention.js';
import { Followed } from './followed.js';
import { firstFeaturesQuery } from '../../flags/features/list/list-search.js';
import { today, todaysEventsQuery } from './home-queries.js';
import styles from './home.module.css';
import { StaleFeatures } from './stale-features.js';
import { Waiting } from './waiting.js';
import { dayOf } from '../../../kit/moment.js';
import { EventLine } from './event-line.js';
import { Panel } from './panel.js';

/** What changed, what waits and what fails, for the person who is signed in. */
export function HomePage() {
  const { data } = useQuery(firstFeaturesQuery);
  const isNew = useIsNew(data, false);
  return (
    <Page
      title={texts.title}
      // The first of the first steps creates a feature, too.
      actions={!(isNew && data?.total === 0) && <NewFeatureLink project={undefined} />}
    >
      {data && isNew && <FirstStepsHost features={data.features} />}
      <div className={styles.columns}>
        <div className={styles.column}>
          <Followed />
          <ChangedToday />
        </div>
        <div className={styles.column}>
          <Waiting />
          <Attention />
          <StaleFeatures />
        </div>
      </div>
    </Page>
  );
}

/** The list of today's changes, each with the person who made it. */
function ChangedToday() {
  const answer = useQuery(todaysEventsQuery());
  const { changes = [], areMore = false } = answer.data ?? {};
  return (
    <Panel
      title={texts.changed}
      answers={[answer]}
      empty={texts.nothingChanged}
      items={changes.map((event) => ({
        key: String(event.id),
        content: <EventLine event={event} />,
      }))}
      all={areMore ? { to: `/audit?from=${dayOf(today())}`, label: texts.allChanges } : undefined}
    />
  );
}
