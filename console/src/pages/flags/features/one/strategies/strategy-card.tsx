import { Badge, Text } from '@mantine/core';
import type { ButtonHTMLAttributes, ReactNode, Ref } from 'react';
import { StrategyConditions } from '../../../strategies/strategy-conditions.js';
import { strategyTexts as texts } from '../../../../../texts/strategies.js';
import { uiTexts } from '../../../../../texts/ui.js';
import { PermittedButton } from '../../../../../kit/permitted-button.js';
import type { Feature } from '../../feature-queries.js';
import styles from './strategies.module.css';
import type { StrategyPlace } from './strategy-place.js';
import { nameOf, type Strategy } from '../../../strategies/strategy-words.js';

/** What moves a strategy, by pointer and keyboard. */
export interface Handle {
  holder: Ref<HTMLLIElement>;
  moving: ButtonHTMLAttributes<HTMLButtonElement>;
}

/** The strategies of a feature in one environment, and how one is shown. */
export interface CardsProps {
  place: StrategyPlace;
  version: Feature['version'];
  strategies: readonly Strategy[];
  card: (strategy: Strategy, handle?: Handle | 'later') => ReactNode;
}

interface CardProps {
  place: StrategyPlace;
  strategy: Strategy;
  /** Later: only its room is kept. */
  handle?: Handle | 'later';
  onEdit: () => void;
  onRemove: () => void;
}

/** One strategy in words. */
export function StrategyCard({ place, strategy, handle, onEdit, onRemove }: CardProps) {
  const holder = typeof handle === 'object' ? handle.holder : undefined;
  const name = nameOf(strategy);
  const at = { project: place.project, environment: place.environment };
  const hindrance = strategy.milestoneId && texts.changedInPlan;
  return (
    <li ref={holder} className={styles.card} data-disabled={strategy.disabled || undefined}>
      <div className={styles.head}>
        {handle && <HandleButton handle={handle} />}
        <div className={styles.name}>
          <Text fw={600}>{name}</Text>
          {hindrance && (
            <Badge variant="light" tt="none">
              {texts.ofPlan}
            </Badge>
          )}
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
            hindrance={hindrance}
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
            hindrance={hindrance}
            size="compact-sm"
            variant="default"
            aria-label={texts.remove(name)}
            onClick={onRemove}
          >
            {uiTexts.remove}
          </PermittedButton>
        </div>
      </div>
      <StrategyConditions strategy={strategy} />
    </li>
  );
}

function HandleButton({ handle }: { handle: Handle | 'later' }) {
  const isLater = handle === 'later';
  const moving: ButtonHTMLAttributes<HTMLButtonElement> = isLater
    ? { disabled: true, 'aria-hidden': true }
    : { ...handle.moving };
  return (
    <button type="button" className={styles.handle} {...moving}>
      <svg viewBox="0 0 16 16" width="16" height="16" aria-hidden>
        <path d="M3 5h10M3 8h10M3 11h10" />
      </svg>
    </button>
  );
}
