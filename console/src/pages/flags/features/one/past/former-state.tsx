import { Badge, Text, Title } from '@mantine/core';
import { StrategyConditions } from '../../../strategies/strategy-conditions.js';
import { nameOf } from '../../../strategies/strategy-words.js';
import { pastTexts as texts } from '../../../../../texts/feature-past.js';
import { featurePageTexts } from '../../../../../texts/feature-page.js';
import { featureTexts } from '../../../../../texts/features.js';
import { uiTexts } from '../../../../../texts/ui.js';
import { Facts } from '../../../../../kit/facts.js';
import { Time } from '../../../../../kit/time.js';
import { WeightBar } from '../../../variants/weight-bar.js';
import styles from './past.module.css';
import type { FormerFeature } from './past-queries.js';

/** A feature at a moment: its environments with their strategies, and facts about it. */
export function FormerState({ feature, at }: { feature: FormerFeature; at: string }) {
  return (
    <section aria-label={texts.state(at)} className={styles.part}>
      <Title order={2} size="h4">
        <Time at={at} exact />
      </Title>
      <ul className={styles.environments} aria-label={featureTexts.environmentsOf(feature.name)}>
        {feature.environments.map((environment) => (
          <FormerEnvironment key={environment.name} environment={environment} />
        ))}
      </ul>
      <Facts facts={factsOf(feature)} />
    </section>
  );
}

function factsOf({ description, type, stale, tags, dependencies }: FormerFeature) {
  const parents = dependencies.map((dependency) => dependency.feature);
  const named = (tags ?? []).map((tag) => `${tag.type}:${tag.value}`);
  return [
    [uiTexts.description, description || featureTexts.noDescription],
    [featurePageTexts.type, type],
    [texts.stale, stale ? texts.yes : texts.no],
    [texts.tags, named.join(', ') || texts.nothing],
    [texts.parents, parents.join(', ') || texts.nothing],
  ] as const;
}

interface EnvironmentProps {
  environment: FormerFeature['environments'][number];
}

function FormerEnvironment({ environment }: EnvironmentProps) {
  const { name, enabled, strategies, variants } = environment;
  return (
    <li className={styles.environment}>
      <div className={styles.head}>
        <Text fw={600}>{name}</Text>
        <Badge variant="light" color={enabled ? 'teal' : 'gray'} tt="none">
          {enabled ? texts.on : texts.off}
        </Badge>
      </div>
      {strategies.length === 0 && <Text size="sm">{texts.noStrategies}</Text>}
      {strategies.map((strategy) => (
        <div key={strategy.id} className={styles.strategy}>
          <Text size="sm" fw={600}>
            {nameOf(strategy)} {strategy.disabled && `(${texts.disabled})`}
          </Text>
          <StrategyConditions strategy={strategy} />
        </div>
      ))}
      {variants.length > 0 && (
        <>
          <Text size="sm" fw={600}>
            {texts.variants}
          </Text>
          <WeightBar variants={variants} />
        </>
      )}
    </li>
  );
}
