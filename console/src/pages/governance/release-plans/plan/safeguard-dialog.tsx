import { Text } from '@mantine/core';
import type { StrategyPlace } from '../../../flags/features/one/strategies/strategy-place.js';
import { safeguardTexts as texts } from '../../../../texts/release-plans.js';
import { FormDialog } from '../../../../kit/form-dialog.js';
import { type Plan, PLAN_ROOTS } from '../release-plan-queries.js';
import { planProposal, setSafeguard } from './plan-requests.js';
import { SafeguardFields, safeguardOf } from './safeguard-fields.js';

interface SafeguardDialogProps {
  place: StrategyPlace;
  plan: Plan;
  onClose: () => void;
}

/** Sets a limit at which a plan goes back. */
export function SafeguardDialog({ place, plan, onClose }: SafeguardDialogProps) {
  const payloadOf = (form: FormData) => ({ planId: plan.id, safeguard: safeguardOf(form) });
  return (
    <FormDialog
      title={texts.addTo(place.environment)}
      action={texts.add}
      send={(form) => setSafeguard(place, plan.id, safeguardOf(form))}
      proposal={(form) => planProposal(place, 'changeSafeguard', payloadOf(form))}
      done={texts.added}
      outdates={PLAN_ROOTS}
      onClose={onClose}
    >
      <Text size="sm" c="dimmed">
        {texts.hint}
      </Text>
      <SafeguardFields operator={texts.operator} />
      {plan.safeguards.length > 0 && (
        <Text size="sm" c="dimmed">
          {texts.replaces}
        </Text>
      )}
    </FormDialog>
  );
}
