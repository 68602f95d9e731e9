import { NativeSelect, Text } from '@mantine/core';
import type { Feature } from '../../flags/features/feature-queries.js';
import { draftOf } from '../../flags/strategies/strategy-draft.js';
import { StrategyFields } from '../../flags/strategies/strategy-fields.js';
import { nameOf } from '../../flags/strategies/strategy-words.js';
import { scheduleTexts as texts } from '../../../texts/schedules.js';
import { hasContent, needsStrategy, type ScheduleDraft } from './schedule-draft.js';

interface ScheduledStrategyProps {
  feature: Feature;
  draft: ScheduleDraft;
  change: (part: Partial<ScheduleDraft>) => void;
}

/** The strategy that a schedule adds, changes or deletes. */
export function ScheduledStrategy({ feature, draft, change }: ScheduledStrategyProps) {
  const { action, environment, strategyId, strategy } = draft;
  // Strategies of a release plan are changed with the plan.
  const strategies = (
    feature.environments.find(({ name }) => name === environment)?.strategies ?? []
  ).filter(({ milestoneId }) => !milestoneId);
  const choose = (id: string): void => {
    const chosen = strategies.find((one) => one.id === id);
    change({ strategyId: id, ...(chosen ? { strategy: draftOf(chosen) } : {}) });
  };
  const isChosen = action === 'addStrategy' || strategyId !== '';
  return (
    <>
      {needsStrategy(action) && (
        <NativeSelect
          label={texts.strategy}
          value={strategyId}
          data={[
            { value: '', label: texts.chooseStrategy },
            ...strategies.map((one) => ({ value: one.id, label: nameOf(one) })),
          ]}
          onChange={({ currentTarget: { value } }) => choose(value)}
        />
      )}
      {needsStrategy(action) && (
        <Text size="sm" c="dimmed">
          {strategies.length === 0 ? texts.noStrategies(environment) : texts.conflictHint}
        </Text>
      )}
      {hasContent(action) && isChosen && (
        <StrategyFields
          draft={strategy}
          feature={{ project: feature.project, feature: feature.name }}
          isKindFixed={action === 'updateStrategy'}
          onChange={(part) => change({ strategy: { ...strategy, ...part } })}
        />
      )}
    </>
  );
}
