import { Alert, Text } from '@mantine/core';
import { planTexts as texts } from '../../../../texts/release-plans.js';
import { PermittedButton } from '../../../../kit/permitted-button.js';
import { Time } from '../../../../kit/time.js';
import { tellRefusal } from '../../change-requests/proposal.js';
import { useAction } from '../../../../kit/use-action.js';
import { type Milestone, type Plan, PLAN_ROOTS } from '../release-plan-queries.js';
import styles from '../release-plans.module.css';
import type { PlanPartProps } from './environment-plan.js';
import { MilestoneItem } from './milestone-item.js';
import { planProposal, resumePlan } from './plan-requests.js';
import { PlanHistory } from './plan-history.js';
import { Safeguards } from './safeguards.js';
import { usePlanSteps } from './use-plan-steps.js';

interface PlanProgressProps extends PlanPartProps {
  plan: Plan;
}

/** How far a plan has come, what makes it go on and back, and what it did. */
export function PlanProgress(props: PlanProgressProps) {
  const { plan, isOn } = props;
  const { milestones, activeMilestoneId, progressionDueAt } = plan;
  const position = milestones.findIndex(({ id }) => id === activeMilestoneId);
  const active = milestones[position];
  return (
    <>
      <Text fw={600} mt="xs">
        {plan.name}
      </Text>
      {plan.description && <Text size="sm">{plan.description}</Text>}
      <Text size="sm" c="dimmed">
        {active ? texts.progress(position + 1, milestones.length) : texts.waiting}
        {active && !isOn && ` · ${texts.off}`}
      </Text>
      {progressionDueAt && (
        <Text size="sm">
          {texts.next} <Time at={progressionDueAt} exact />
        </Text>
      )}
      {active?.pausedAt && <Paused {...props} active={active} />}
      <ol className={styles.milestones}>
        {milestones.map((milestone, index) => (
          <MilestoneItem
            key={milestone.id}
            {...props}
            milestone={milestone}
            state={stateOf(milestone, index, position)}
            isLast={index === milestones.length - 1}
          />
        ))}
      </ol>
      <Safeguards {...props} />
      <PlanHistory {...props} />
    </>
  );
}

/** How far a milestone is. */
export type MilestoneState = 'done' | 'active' | 'paused' | 'ahead';

function stateOf({ pausedAt }: Milestone, index: number, active: number): MilestoneState {
  if (index === active) return pausedAt ? 'paused' : 'active';
  return index < active ? 'done' : 'ahead';
}

/** Says that a plan does not go on, and lets it. */
function Paused({ plan, place, active }: PlanProgressProps & { active: Milestone }) {
  const resume = useAction(() => resumePlan(place, plan.id), {
    done: texts.resumed,
    outdates: PLAN_ROOTS,
    isFailureShown: true,
  });
  const { steps } = usePlanSteps(place, plan);
  const reason = steps?.find(({ data }) => data.reason)?.data.reason;
  const proposal = planProposal(place, 'resumeMilestoneProgression', { planId: plan.id });
  return (
    <Alert color="orange" mt="sm" title={texts.paused}>
      <Text size="sm">
        {texts.since} <Time at={active.pausedAt} exact />. {reason}
      </Text>
      <Text size="sm">{texts.pausedHint}</Text>
      <PermittedButton
        mt="sm"
        size="sm"
        variant="default"
        needs="UPDATE_FEATURE_STRATEGY"
        place={place}
        aria-label={texts.resumeOf(plan.name, place.environment)}
        loading={resume.isPending}
        onClick={() =>
          resume.mutate(undefined, { onError: (error) => tellRefusal(error, proposal) })
        }
      >
        {texts.resume}
      </PermittedButton>
    </Alert>
  );
}
