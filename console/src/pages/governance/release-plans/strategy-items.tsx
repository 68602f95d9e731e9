import { Badge, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { type Conditions, StrategyConditions } from '../../flags/strategies/strategy-conditions.js';
import { nameOf, type Strategy } from '../../flags/strategies/strategy-words.js';
import { milestoneTexts as texts } from '../../../texts/release-plans.js';
import styles from './release-plans.module.css';

/** What is shown of a strategy of a milestone. */
type Shown = Conditions & Pick<Strategy, 'title' | 'disabled'>;

interface StrategyItemsProps<Item extends Shown> {
  /** The name of the milestone. */
  milestone: string;
  strategies: readonly Item[];
  keyOf: (strategy: Item) => string;
  /** Buttons beside a strategy. */
  actions?: (strategy: Item) => ReactNode;
}

/** The strategies of a milestone in words. */
export function StrategyItems<Item extends Shown>(props: StrategyItemsProps<Item>) {
  const { milestone, strategies, keyOf, actions } = props;
  if (strategies.length === 0)
    return (
      <Text size="sm" c="dimmed" my="xs">
        {texts.noStrategies}
      </Text>
    );
  return (
    <ul className={styles.strategies} aria-label={texts.strategiesOf(milestone)}>
      {strategies.map((strategy) => (
        <li key={keyOf(strategy)} className={styles.strategy}>
          <div className={styles.head}>
            <div className={styles.name}>
              <Text fw={600} size="sm">
                {nameOf(strategy)}
              </Text>
              {strategy.disabled && (
                <Badge variant="light" color="gray">
                  {texts.disabled}
                </Badge>
              )}
            </div>
            {actions && <div className={styles.buttons}>{actions(strategy)}</div>}
          </div>
          <StrategyConditions strategy={strategy} />
        </li>
      ))}
    </ul>
  );
}
