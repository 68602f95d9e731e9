import { Paper, Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { EnvironmentName } from '../../../flags/environments/environment-name.js';
import type { StrategyPlace } from '../../../flags/features/one/strategies/strategy-place.js';
import { planTexts as texts } from '../../../../texts/release-plans.js';
import { PermittedButton } from '../../../../kit/permitted-button.js';
import { FailureNotice, Loading } from '../../../../kit/states.js';
import { type RenderDialog, useDialog } from '../../../../kit/use-dialog.js';
import { planQuery } from '../release-plan-queries.js';
import styles from '../release-plans.module.css';
import { AddPlan, RemovePlan } from './plan-dialogs.js';
import { PlanProgress } from './plan-progress.js';

/** Where a plan is. */
export interface PlanPlace {
  place: StrategyPlace;
  /** Whether the feature is on there. */
  isOn: boolean;
}

/** What the parts of a plan need. */
export interface PlanPartProps extends PlanPlace {
  show: (render: RenderDialog) => void;
}

/** The release plan of a feature in one environment, or how to add one. */
export function EnvironmentPlan({ place, isOn, type }: PlanPlace & { type: string }) {
  const { data: plan, error, refetch } = useQuery(planQuery(place));
  const [dialog, show] = useDialog();
  const { environment } = place;
  return (
    <Paper component="section" aria-label={environment} withBorder p="md">
      <div className={styles.head}>
        <Title order={2} size="h4" className={styles.name}>
          <EnvironmentName name={environment} type={type} />
        </Title>
        {plan && (
          <PermittedButton
            needs="DELETE_FEATURE_STRATEGY"
            place={place}
            size="compact-sm"
            variant="default"
            aria-label={texts.removeOf(plan.name, environment)}
            onClick={() =>
              show((close) => <RemovePlan place={place} plan={plan} onClose={close} />)
            }
          >
            {texts.remove}
          </PermittedButton>
        )}
      </div>
      {plan ? (
        <PlanProgress plan={plan} place={place} isOn={isOn} show={show} />
      ) : error ? (
        <FailureNotice error={error} retry={() => void refetch()} />
      ) : plan === undefined ? (
        <Loading />
      ) : (
        <NoPlan place={place} isOn={isOn} show={show} />
      )}
      {dialog}
    </Paper>
  );
}

function NoPlan({ place, isOn, show }: PlanPartProps) {
  return (
    <>
      <Text fw={600} mt="xs">
        {texts.none}
      </Text>
      <Text size="sm" c="dimmed" mb="sm">
        {texts.emptyHint}
      </Text>
      <PermittedButton
        needs="CREATE_FEATURE_STRATEGY"
        place={place}
        variant="default"
        aria-label={texts.addTo(place.environment)}
        onClick={() => show((close) => <AddPlan place={place} isOn={isOn} onClose={close} />)}
      >
        {texts.add}
      </PermittedButton>
    </>
  );
}
