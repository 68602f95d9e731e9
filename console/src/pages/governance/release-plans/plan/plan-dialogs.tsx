import { NativeSelect, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { StrategyPlace } from '../../../flags/features/one/strategies/strategy-place.js';
import { Link } from '../../../../app/router/link.js';
import { planTexts as texts } from '../../../../texts/release-plans.js';
import { uiTexts } from '../../../../texts/ui.js';
import { FormDialog } from '../../../../kit/form-dialog.js';
import { RemovalDialog } from '../../../../kit/removal-dialog.js';
import { FailureNotice, Loading } from '../../../../kit/states.js';
import { IntervalField } from '../interval-field.js';
import { TEMPLATES_PATH } from '../release-plan-path.js';
import { type Milestone, type Plan, PLAN_ROOTS, templatesQuery } from '../release-plan-queries.js';
import type { PlanPlace } from './environment-plan.js';
import {
  addPlan,
  planProposal,
  removePlan,
  setProgression,
  startMilestone,
} from './plan-requests.js';

interface AddPlanProps extends PlanPlace {
  onClose: () => void;
}

/** Adds a copy of a template to a feature in an environment. */
export function AddPlan({ place, isOn, onClose }: AddPlanProps) {
  const { data: templates, error, refetch } = useQuery(templatesQuery);
  const [templateId, setTemplate] = useState('');
  const chosen = templates?.find(({ id }) => id === templateId);
  return (
    <FormDialog
      title={texts.addTo(place.environment)}
      action={texts.add}
      isBlocked={!chosen}
      send={() => addPlan(place, templateId)}
      proposal={() => planProposal(place, 'addReleasePlan', { templateId })}
      done={chosen && texts.added(chosen.name)}
      outdates={PLAN_ROOTS}
      onClose={onClose}
    >
      {error && !templates ? (
        <FailureNotice error={error} retry={() => void refetch()} />
      ) : !templates ? (
        <Loading />
      ) : templates.length === 0 ? (
        <Text>
          {texts.noTemplates} <Link to={TEMPLATES_PATH}>{texts.toTemplates}</Link>
        </Text>
      ) : (
        <NativeSelect
          data-autofocus
          label={texts.template}
          description={chosen?.description}
          value={templateId}
          data={[
            { value: '', label: texts.chooseTemplate },
            ...templates.map(({ id, name }) => ({ value: id, label: name })),
          ]}
          onChange={({ currentTarget: { value } }) => setTemplate(value)}
        />
      )}
      {chosen && <Text size="sm">{chosen.milestones.map(({ name }) => name).join(' → ')}</Text>}
      <Text size="sm" c="dimmed">
        {isOn ? texts.addHintOn : texts.addHintOff}
      </Text>
    </FormDialog>
  );
}

interface PlanDialogProps {
  place: StrategyPlace;
  plan: Plan;
  onClose: () => void;
}

/** Removes a plan with the strategies of its active milestone. */
export function RemovePlan({ place, plan: { id: planId, name }, onClose }: PlanDialogProps) {
  return (
    <RemovalDialog
      title={texts.removeOf(name, place.environment)}
      action={texts.remove}
      send={() => removePlan(place, planId)}
      proposal={() => planProposal(place, 'deleteReleasePlan', { planId })}
      done={texts.removed(name)}
      outdates={PLAN_ROOTS}
      onClose={onClose}
    >
      <Text size="sm">{texts.removeHint}</Text>
    </RemovalDialog>
  );
}

interface MilestoneDialogProps extends PlanDialogProps {
  milestone: Milestone;
}

/** Starts a milestone, whichever it is. */
export function StartMilestone(props: MilestoneDialogProps & PlanPlace) {
  const { place, isOn, plan, milestone, onClose } = props;
  const payload = { planId: plan.id, milestoneId: milestone.id };
  return (
    <FormDialog
      title={texts.startOf(milestone.name, place.environment)}
      action={texts.start}
      send={() => startMilestone(place, plan.id, milestone.id)}
      proposal={() => planProposal(place, 'startMilestone', payload)}
      done={texts.wasStarted(milestone.name)}
      outdates={PLAN_ROOTS}
      onClose={onClose}
    >
      <Text size="sm">{texts.startHint}</Text>
      {!isOn && <Text size="sm">{texts.startHintOff}</Text>}
    </FormDialog>
  );
}

/** Changes after how long a milestone is followed by the next one. */
export function EditProgression({ place, plan, milestone, onClose }: MilestoneDialogProps) {
  const [minutes, setMinutes] = useState(milestone.transitionCondition?.intervalMinutes ?? null);
  const next = plan.milestones[plan.milestones.indexOf(milestone) + 1];
  const proposal = () =>
    minutes === null
      ? planProposal(place, 'deleteMilestoneProgression', { sourceMilestone: milestone.id })
      : planProposal(place, 'changeMilestoneProgression', {
          sourceMilestone: milestone.id,
          targetMilestone: next?.id,
          transitionCondition: { intervalMinutes: minutes },
        });
  return (
    <FormDialog
      title={texts.progressionOf(milestone.name, place.environment)}
      action={uiTexts.save}
      send={() => setProgression(place, milestone.id, minutes)}
      proposal={proposal}
      done={texts.progressionSaved(milestone.name)}
      outdates={PLAN_ROOTS}
      onClose={onClose}
    >
      <IntervalField value={minutes} onChange={setMinutes} />
    </FormDialog>
  );
}
