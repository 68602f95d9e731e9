import { Badge, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { HTMLAttributes, Ref } from 'react';
import { wordsOfConstraint } from '../../../constraints/constraint-words.js';
import { strategyTexts as texts } from '../../../texts/strategies.js';
import { uiTexts } from '../../../texts/ui.js';
import { PermittedButton } from '../../../ui/permitted-button.js';
import { WeightBar } from '../../../variants/weight-bar.js';
import styles from './strategies.module.css';
import { segmentsQuery, type StrategyPlace } from './strategy-queries.js';
import { nameOf, reachOf, type Strategy } from './strategy-words.js';

/** What moves a strategy, by pointer and keyboard. */
export type Handle = HTMLAttributes<HTMLButtonElement> & { holder: Ref<HTMLLIElement> };

interface CardProps {
  place: StrategyPlace;
  strategy: Strategy;
  handle?: Handle;
  onEdit: () => void;
  onRemove: () => void;
}

/** One strategy in words. */
export function StrategyCard({ place, strategy, handle, onEdit, onRemove }: CardProps) {
  const { holder, ...moving } = handle ?? { holder: undefined };
  const name = nameOf(strategy);
  const at = { project: place.project, environment: place.environment };
  return (
    <li ref={holder} className={styles.card} data-disabled={strategy.disabled || undefined}>
      <div className={styles.head}>
        {handle && (
          <button type="button" className={styles.handle} {...moving}>
            <svg viewBox="0 0 16 16" width="16" height="16" aria-hidden>
              <path d="M3 5h10M3 8h10M3 11h10" />
            </svg>
          </button>
        )}
        <div className={styles.name}>
          <Text fw={600}>{name}</Text>
          {strategy.disabled && (
            <Badge variant="light" color="gray">
              {texts.disabled}
            </Badge>
          )}
        </div>
        <div className={styles.actions}>
          <PermittedButton
            needs="UPDATE_FEATURE_STRATEGY"
            place={at}
            size="compact-sm"
            variant="default"
            aria-label={texts.edit(name)}
            onClick={onEdit}
          >
            {uiTexts.edit}
          </PermittedButton>
          <PermittedButton
            needs="DELETE_FEATURE_STRATEGY"
            place={at}
            size="compact-sm"
            variant="default"
            aria-label={texts.remove(name)}
            onClick={onRemove}
          >
            {uiTexts.remove}
          </PermittedButton>
        </div>
      </div>
      <Conditions strategy={strategy} />
    </li>
  );
}

function Conditions({ strategy }: { strategy: Strategy }) {
  const { constraints, segments = [], variants } = strategy;
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
      {variants.length > 0 && <WeightBar variants={variants} />}
    </>
  );
}
