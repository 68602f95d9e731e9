import { FeatureSwitch } from '../../switch/feature-switch.js';
import { featureTexts } from '../../texts/features.js';
import type { Feature } from '../feature-queries.js';
import styles from './feature-page.module.css';
import { StrategyList } from './strategies/strategy-list.js';

/** The environments of a feature side by side, each with its switch and strategies. */
export function EnvironmentsSection({ feature }: { feature: Feature }) {
  return (
    <ul className={styles.environments} aria-label={featureTexts.environmentsOf(feature.name)}>
      {feature.environments.map((environment) => (
        <li key={environment.name} className={styles.environment}>
          <FeatureSwitch
            project={feature.project}
            feature={feature.name}
            environment={environment}
            label={environment.name}
          />
          <StrategyList feature={feature} environment={environment} />
        </li>
      ))}
    </ul>
  );
}
