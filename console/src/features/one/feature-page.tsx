import { Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { PageProps } from '../../router/route.js';
import { FeatureSwitch } from '../../switch/feature-switch.js';
import { featureTexts } from '../../texts/features.js';
import { Page } from '../../ui/page.js';
import { FailureNotice, Loading } from '../../ui/states.js';
import { FavoriteButton } from '../favorite-button.js';
import type { FEATURE_PATH } from '../feature-path.js';
import { type Feature, featureQuery } from '../feature-queries.js';
import styles from './feature-page.module.css';

/** One feature, with its switches. */
export function FeaturePage({ params: { project, feature } }: PageProps<typeof FEATURE_PATH>) {
  const { data, error, refetch } = useQuery(featureQuery(project, feature));
  return (
    <Page title={feature} actions={data && <FavoriteButton feature={data} />}>
      {data ? (
        <About feature={data} />
      ) : error ? (
        <FailureNotice error={error} retry={() => void refetch()} />
      ) : (
        <Loading />
      )}
    </Page>
  );
}

function About({ feature }: { feature: Feature }) {
  return (
    <>
      <Text c="dimmed">{feature.description || featureTexts.noDescription}</Text>
      <ul className={styles.environments} aria-label={featureTexts.environmentsOf(feature.name)}>
        {feature.environments.map((environment) => (
          <li key={environment.name} className={styles.environment}>
            <FeatureSwitch
              project={feature.project}
              feature={feature.name}
              environment={environment}
              label={environment.name}
            />
            <Text size="sm" c="dimmed">
              {featureTexts.strategies(environment.strategies.length)}
            </Text>
          </li>
        ))}
      </ul>
    </>
  );
}
