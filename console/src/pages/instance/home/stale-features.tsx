import { useQuery } from '@tanstack/react-query';
import { featurePath } from '../../flags/features/feature-path.js';
import { Link } from '../../../app/router/link.js';
import { homeTexts as texts } from '../../../texts/home.js';
import { Time } from '../../../kit/time.js';
import { staleFeaturesQuery } from './home-queries.js';
import styles from './home.module.css';
import { Panel } from './panel.js';

/** Features that can be removed from the code. */
export function StaleFeatures() {
  const answer = useQuery(staleFeaturesQuery);
  const { features = [], total = 0 } = answer.data ?? {};
  return (
    <Panel
      title={texts.stale}
      answers={[answer]}
      empty={texts.noStale}
      items={features.map(({ project, name, lastSeenAt }) => ({
        key: `${project} ${name}`,
        content: (
          <>
            <Link to={featurePath(project, name)} className={styles.name}>
              {name}
            </Link>
            <div className={styles.about}>
              <span>{project}</span>
              <span>
                {texts.lastSeen} <Time at={lastSeenAt} relative />
              </span>
            </div>
          </>
        ),
      }))}
      all={
        total > features.length
          ? { to: '/features?state=stale', label: texts.allStale(total) }
          : undefined
      }
    />
  );
}
