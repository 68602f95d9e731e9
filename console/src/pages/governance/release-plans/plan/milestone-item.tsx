import { Badge, Text } from '@mantine/core';
import { draftOf } from '../../../flags/strategies/strategy-draft.js';
import { nameOf } from '../../../flags/strategies/strategy-words.js';
import { milestoneTexts, planTexts as texts } from '../../../../texts/release-plans.js';
import { uiTexts } from '../../../../texts/ui.js';
import { PermittedButton } from '../../../../kit/permitted-button.js';
import { Time } from '../../../../kit/time.js';
import { MilestoneStrategyDialog } from '../milestone-strategy-dialog.js';
import { strategyOf, wordsOfMinutes } from '../milestone-words.js';
import { type Milestone, type Plan, PLAN_ROOTS } from '../release-plan-queries.js';
import styles from '../release-plans.module.css';
import { StrategyItems } from '../strategy-items.js';
import type { PlanPartProps } from './environment-plan.js';
import { EditProgression, StartMilestone } from './plan-dialogs.js';
import type { MilestoneState } from './plan-progress.js';
import { changeStrategy, milestoneStrategyOf, planProposal } from './plan-requests.js';

const COLORS: Readonly<Record<MilestoneState, string>> = {
  done: 'green',
  active: 'blue',
  paused: 'orange',
  ahead: 'gray',
};
const NEEDS = 'UPDATE_FEATURE_STRATEGY';

interface MilestoneItemProps extends PlanPartProps {
  plan: Plan;
  milestone: Milestone;
  state: MilestoneState;
  isLast: boolean;
}

/** One milestone of a plan: how far it is, its strategies, and when the next one follows. */
export function MilestoneItem(props: MilestoneItemProps) {
  const { milestone, state } = props;
  const { name, startedAt, transitionCondition } = milestone;
  const isActive = state === 'active' || state === 'paused';
  return (
    <li
      className={styles.milestone}
      data-active={isActive || undefined}
      aria-current={isActive ? 'step' : undefined}
    >
      <div className={styles.head}>
        <div className={styles.name}>
          <Text fw={600}>{name}</Text>
          <Badge variant="light" color={COLORS[state]} tt="none">
            {texts.states[state]}
          </Badge>
        </div>
        <Buttons {...props} isActive={isActive} />
      </div>
      {startedAt && (
        <Text size="sm" c="dimmed">
          {state === 'ahead' ? texts.lastStarted : texts.started} <Time at={startedAt} exact />
        </Text>
      )}
      {transitionCondition && (
        <Text size="sm" c="dimmed">
          {milestoneTexts.follows(wordsOfMinutes(transitionCondition.intervalMinutes))}
        </Text>
      )}
      <Strategies {...props} />
    </li>
  );
}

function Buttons(props: MilestoneItemProps & { isActive: boolean }) {
  const { place, isOn, plan, milestone, isLast, isActive, show } = props;
  const { environment } = place;
  const common = { place, needs: NEEDS, size: 'compact-sm', variant: 'default' };
  return (
    <div className={styles.buttons}>
      {!isLast && (
        <PermittedButton
          {...common}
          aria-label={texts.progressionOf(milestone.name, environment)}
          onClick={() =>
            show((close) => <EditProgression {...{ place, plan, milestone }} onClose={close} />)
          }
        >
          {texts.progression}
        </PermittedButton>
      )}
      {!isActive && (
        <PermittedButton
          {...common}
          aria-label={texts.startOf(milestone.name, environment)}
          onClick={() =>
            show((close) => (
              <StartMilestone {...{ place, isOn, plan, milestone }} onClose={close} />
            ))
          }
        >
          {texts.start}
        </PermittedButton>
      )}
    </div>
  );
}

function Strategies({ place, milestone, show }: MilestoneItemProps) {
  const strategies = (milestone.strategies ?? []).map(strategyOf);
  return (
    <StrategyItems
      milestone={milestone.name}
      strategies={strategies}
      keyOf={({ id }) => id}
      actions={(strategy) => {
        const title = milestoneTexts.editStrategy(nameOf(strategy), milestone.name);
        return (
          <PermittedButton
            place={place}
            needs={NEEDS}
            size="compact-sm"
            variant="default"
            aria-label={title}
            onClick={() =>
              show((close) => (
                <MilestoneStrategyDialog
                  title={title}
                  action={uiTexts.save}
                  start={draftOf(strategy)}
                  feature={place}
                  isKindFixed
                  send={(draft) => changeStrategy(place, strategy.id, draft)}
                  proposal={(draft) =>
                    planProposal(place, 'updateMilestoneStrategy', {
                      ...milestoneStrategyOf(draft),
                      id: strategy.id,
                    })
                  }
                  done={texts.strategySaved(nameOf(strategy))}
                  outdates={PLAN_ROOTS}
                  onClose={close}
                />
              ))
            }
          >
            {uiTexts.edit}
          </PermittedButton>
        );
      }}
    />
  );
}
