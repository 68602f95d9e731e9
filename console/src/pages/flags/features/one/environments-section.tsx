import { isProduction, productionFirst } from '../../environments/production.js';
import { FeatureSwitch } from '../../switch/feature-switch.js';
import { featureTexts } from '../../../../texts/features.js';
import type { Feature } from '../feature-queries.js';
import styles from './feature-page.module.css';
import { StrategyList } from './strategies/strategy-list.js';

/** The environments of a feature, production first, each with its switch and strategies. */
export function EnvironmentsSection({ feature }: { feature: Feature }) {
  return (
    <ul className={styles.environments} aria-label={featureTexts.environmentsOf(feature.name)}>
      {productionFirst(feature.environments).map((environment) => (
        <li
          key={environment.name}
          className={styles.environment}
          data-production={isProduction(environment) || undefined}
        >
          <div className={styles.environmentHead}>
            <FeatureSwitch
              project={feature.project}
              feature={feature.name}
              environment={environment}
              isNamed
            />
          </div>
          <StrategyList feature={feature} environment={environment} />
        </li>
      ))}
    </ul>
  );
}
