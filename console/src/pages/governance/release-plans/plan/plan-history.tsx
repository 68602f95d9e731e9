import { Text, Title } from '@mantine/core';
import type { StrategyPlace } from '../../../flags/features/one/strategies/strategy-place.js';
import { planTexts as texts } from '../../../../texts/release-plans.js';
import { FailureNotice } from '../../../../kit/states.js';
import { Time } from '../../../../kit/time.js';
import type { Plan } from '../release-plan-queries.js';
import styles from '../release-plans.module.css';
import { type StepData, usePlanSteps } from './use-plan-steps.js';

interface PlanHistoryProps {
  place: StrategyPlace;
  plan: Plan;
}

/** The last steps of a plan, newest first, and why it went back or was paused. */
export function PlanHistory({ place, plan }: PlanHistoryProps) {
  const { steps, error, refetch } = usePlanSteps(place, plan);
  return (
    <section aria-label={texts.history}>
      <Title order={3} size="h5" mt="md">
        {texts.history}
      </Title>
      {error && <FailureNotice error={error} retry={() => void refetch()} />}
      {steps?.length === 0 && (
        <Text size="sm" c="dimmed">
          {texts.nothingHappened}
        </Text>
      )}
      <ol className={styles.plain}>
        {steps?.map(({ id, createdAt, createdBy, data }) => (
          <li key={id}>
            <Text size="sm" component="span" c="dimmed">
              <Time at={createdAt} exact />
            </Text>{' '}
            <Text size="sm" component="span">
              {wordsOfStep(data, createdBy)}
            </Text>
          </li>
        ))}
      </ol>
    </section>
  );
}

function wordsOfStep({ milestoneName = '', startedBy, reason }: StepData, who: string): string {
  if (startedBy) return (texts.startedBy[startedBy] ?? texts.startedBy.user!)(milestoneName, who);
  return reason ? texts.wasPaused(reason) : texts.wasResumed(who);
}
