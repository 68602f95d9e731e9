import { Text } from '@mantine/core';
import { lazy, Suspense } from 'react';
import { reachSentence } from '../../../strategies/reach-sentence.js';
import { strategyTexts as texts } from '../../../../../texts/strategies.js';
import { PermittedButton } from '../../../../../kit/permitted-button.js';
import { useDialog } from '../../../../../kit/use-dialog.js';
import { LazyPart } from '../../../../../kit/lazy-part.js';
import type { Feature } from '../../feature-queries.js';
import { type CardsProps, type Handle, StrategyCard } from './strategy-card.js';
import styles from './strategies.module.css';
import type { StrategyPlace } from './strategy-place.js';
import type { Strategy } from '../../../strategies/strategy-words.js';

const StrategyEditor = lazy(async () =>
  (await import('../other-sections.js')).loadStrategyEditor(),
);
const StrategyRemoval = lazy(async () =>
  (await import('../other-sections.js')).loadStrategyRemoval(),
);

const MovableCards = lazy(async () => ({
  default: (await import('./movable-cards.js')).MovableCards,
}));

interface ListProps {
  feature: Feature;
  environment: Feature['environments'][number];
}

/** The strategies of a feature in one environment, in order; the order can be changed. */
export function StrategyList({ feature, environment }: ListProps) {
  const place = { project: feature.project, feature: feature.name, environment: environment.name };
  const { strategies } = environment;
  const [dialog, open] = useDialog();
  const edit = (strategy?: Strategy): void =>
    open((close) => (
      <LazyPart>
        <StrategyEditor place={place} strategy={strategy} onClose={close} />
      </LazyPart>
    ));
  const remove = (strategy: Strategy): void =>
    open((close) => (
      <LazyPart>
        <StrategyRemoval place={place} strategy={strategy} onClose={close} />
      </LazyPart>
    ));
  const card = (strategy: Strategy, handle?: Handle | 'later') => (
    <StrategyCard
      key={strategy.id}
      place={place}
      strategy={strategy}
      handle={handle}
      onEdit={() => edit(strategy)}
      onRemove={() => remove(strategy)}
    />
  );
  return (
    <>
      <Text size="sm" className={styles.reach}>
        {reachSentence(environment)}
      </Text>
      <Cards place={place} version={feature.version} strategies={strategies} card={card} />
      <AddButton place={place} onClick={() => edit()} />
      {dialog}
    </>
  );
}

/** What moves them is loaded where there are several. */
function Cards(props: CardsProps) {
  const { place, strategies, card } = props;
  const areMovable = strategies.length > 1;
  const still = (
    <ol className={styles.list} aria-label={texts.listOf(place.environment)}>
      {strategies.map((strategy) => card(strategy, areMovable ? 'later' : undefined))}
    </ol>
  );
  if (!areMovable) return still;
  return (
    <Suspense fallback={still}>
      <MovableCards {...props} />
    </Suspense>
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
