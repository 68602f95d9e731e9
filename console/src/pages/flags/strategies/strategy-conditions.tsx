import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense } from 'react';
import { wordsOfConstraint } from '../constraints/constraint-words.js';
import { segmentsQuery } from '../segments/segment-queries.js';
import { strategyTexts as texts } from '../../../texts/strategies.js';
import styles from './strategies.module.css';
import { reachOf, type Strategy } from './strategy-words.js';

const WeightBar = lazy(async () => ({
  default: (await import('../variants/weight-bar.js')).WeightBar,
}));

/** What says which users a strategy selects. */
export type Conditions = Pick<Strategy, 'name' | 'parameters'> &
  Partial<Pick<Strategy, 'constraints' | 'variants'>> & { segments?: readonly number[] };

interface ConditionsProps {
  strategy: Conditions;
}

/** Says in words which users a strategy selects, and which variants they get. */
export function StrategyConditions({ strategy }: ConditionsProps) {
  const { constraints = [], segments = [], variants = [] } = strategy;
  const { data = [] } = useQuery({ ...segmentsQuery, enabled: segments.length > 0 });
  const names = segments.map(
    (id) => data.find((segment) => segment.id === id)?.name ?? texts.segmentNumber(id),
  );
  return (
    <>
      <ul className={styles.conditions}>
        <li>{reachOf(strategy)}</li>
        {names.length > 0 && <li>{texts.segments(names)}</li>}
        {constraints.map((constraint, index) => (
          <li key={index}>{wordsOfConstraint(constraint)}</li>
        ))}
      </ul>
      {variants.length > 0 && (
        <div className={styles.weights}>
          <Suspense>
            <WeightBar variants={variants} />
          </Suspense>
        </div>
      )}
    </>
  );
}
