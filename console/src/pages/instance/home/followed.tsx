import { useQuery } from '@tanstack/react-query';
import { isProduction } from '../../flags/environments/production.js';
import type { FoundFeature } from '../../flags/features/feature-queries.js';
import { featurePath } from '../../flags/features/feature-path.js';
import { Link } from '../../../app/router/link.js';
import { FeatureSwitch } from '../../flags/switch/feature-switch.js';
import { homeTexts as texts } from '../../../texts/home.js';
import { firstFeaturesQuery } from '../../flags/features/list/list-search.js';
import styles from './home.module.css';
import { Panel } from './panel.js';

const MOST = 10;

/** The favorites of the person, with their switches in production. */
export function Followed() {
  const answer = useQuery(firstFeaturesQuery);
  const followed = (answer.data?.features ?? []).filter(({ favorite }) => favorite);
  return (
    <Panel
      title={texts.followed}
      answers={[answer]}
      empty={texts.noFollowed}
      items={followed.slice(0, MOST).map((feature) => ({
        key: `${feature.project} ${feature.name}`,
        content: <Feature feature={feature} />,
      }))}
    />
  );
}

function Feature({ feature: { name, project, environments } }: { feature: FoundFeature }) {
  return (
    <div className={styles.followed}>
      <Link to={featurePath(project, name)} className={styles.name}>
        {name}
      </Link>
      {environments.filter(isProduction).map((environment) => (
        <FeatureSwitch
          key={environment.name}
          project={project}
          feature={name}
          environment={environment}
        />
      ))}
    </div>
  );
}
