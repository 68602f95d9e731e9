import { Alert, Badge, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { projectPath } from '../../../projects/project-path.js';
import { Link } from '../../../../../app/router/link.js';
import { featurePageTexts as texts } from '../../../../../texts/feature-page.js';
import { featureLinkTexts as linkTexts } from '../../../../../texts/feature-links.js';
import { featureTexts } from '../../../../../texts/features.js';
import { Time } from '../../../../../kit/time.js';
import type { Feature } from '../../feature-queries.js';
import styles from './about.module.css';
import { FeatureLinks } from './feature-links.js';
import { FeatureTags } from './feature-tags.js';

/** What a feature is: its description, and facts about it. */
export function FeatureFacts({ feature }: { feature: Feature }) {
  const { lifecycle, createdBy } = feature;
  return (
    <>
      <Text className={styles.description} c={feature.description ? undefined : 'dimmed'}>
        {feature.description || featureTexts.noDescription}
      </Text>
      {feature.managedBy !== undefined && (
        <Alert color="orange" mt="sm">
          {texts.managedBy(feature.managedBy)}
        </Alert>
      )}
      <dl className={styles.facts}>
        <Fact name={texts.project}>
          <Link className={styles.link} to={projectPath(feature.project)}>
            {feature.project}
          </Link>
        </Fact>
        <Fact name={texts.type}>{feature.type}</Fact>
        <Fact name={texts.stage}>
          {featureTexts.stages[lifecycle.stage] ?? lifecycle.stage} {texts.stageSince}{' '}
          <Time at={lifecycle.enteredStageAt} relative />
        </Fact>
        <Fact name={texts.created}>
          <Time at={feature.createdAt} relative /> {texts.createdBy(createdBy.name)}
        </Fact>
        <Fact name={texts.lastSeen}>
          <Time at={feature.lastSeenAt} relative />
        </Fact>
        {feature.impressionData && (
          <Fact name={texts.impressionData}>{texts.impressionDataOn}</Fact>
        )}
        <Fact name={texts.tags}>
          <FeatureTags feature={feature} />
        </Fact>
        <Fact name={linkTexts.heading}>
          <FeatureLinks feature={feature} />
        </Fact>
      </dl>
    </>
  );
}

/** Says beside the name that a feature is no longer needed. */
export function StaleBadge({ feature: { stale } }: { feature: Feature }) {
  if (!stale) return null;
  return (
    <Badge variant="light" color="orange">
      {texts.stale}
    </Badge>
  );
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className={styles.fact}>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}
