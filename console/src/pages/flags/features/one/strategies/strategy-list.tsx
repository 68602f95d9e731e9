import { Text } from '@mantine/core';
import { lazy } from 'react';
import { reachSentence } from '../../../strategies/reach-sentence.js';
import { strategyTexts as texts } from '../../../../../texts/strategies.js';
import { PermittedButton } from '../../../../../kit/permitted-button.js';
import { Hidden } from '../../../../../kit/hidden.js';
import { useDialog } from '../../../../../kit/use-dialog.js';
import { LazyPart } from '../../../../../kit/lazy-part.js';
import type { Feature } from '../../feature-queries.js';
import { StrategyCard } from './strategy-card.js';
import styles from './strategies.module.css';
import type { StrategyPlace } from './strategy-place.js';
import { useReordering } from './use-reordering.js';

const StrategyEditor = lazy(async () => ({
  default: (await import('./strategy-editor.js')).StrategyEditor,
}));
const StrategyRemoval = lazy(async () => ({
  default: (await import('./strategy-removal.js')).StrategyRemoval,
}));

interface ListProps {
  feature: Feature;
  environment: Feature['environments'][number];
}

/** The strategies of a feature in one environment, in order; the order can be changed. */
export function StrategyList({ feature, environment }: ListProps) {
  const place = { project: feature.project, feature: feature.name, environment: environment.name };
  const [dialog, open] = useDialog();
  const { ordered, handleOf, list, status } = useReordering(
    { ...place, version: feature.version },
    environment.strategies,
  );
  return (
    <>
      <Text size="sm" className={styles.reach}>
        {reachSentence({ ...environment, strategies: ordered })}
      </Text>
      <ol {...list} className={styles.list} aria-label={texts.listOf(environment.name)}>
        {ordered.map((strategy, index) => (
          <StrategyCard
            key={strategy.id}
            place={place}
            strategy={strategy}
            handle={ordered.length > 1 ? handleOf(index) : undefined}
            onEdit={() =>
              open((close) => (
                <LazyPart>
                  <StrategyEditor place={place} strategy={strategy} onClose={close} />
                </LazyPart>
              ))
            }
            onRemove={() =>
              open((close) => (
                <LazyPart>
                  <StrategyRemoval place={place} strategy={strategy} onClose={close} />
                </LazyPart>
              ))
            }
          />
        ))}
      </ol>
      <Hidden role="status">{status}</Hidden>
      <AddButton
        place={place}
        onClick={() =>
          open((close) => (
            <LazyPart>
              <StrategyEditor place={place} onClose={close} />
            </LazyPart>
          ))
        }
      />
      {dialog}
    </>
  );
}

interface AddProps {
  place: StrategyPlace;
  onClick: () => void;
}

function AddButton({ place: { project, environment }, onClick }: AddProps) {
  return (
    <PermittedButton
      needs="CREATE_FEATURE_STRATEGY"
      place={{ project, environment }}
      variant="default"
      size="sm"
      onClick={onClick}
    >
      {texts.add}
    </PermittedButton>
  );
}
