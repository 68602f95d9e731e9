import { Text, Title } from '@mantine/core';
import { safeguardTexts as texts } from '../../../../texts/release-plans.js';
import { PermittedButton } from '../../../../kit/permitted-button.js';
import { RemovalDialog } from '../../../../kit/removal-dialog.js';
import { type Plan, PLAN_ROOTS, type Safeguard } from '../release-plan-queries.js';
import styles from '../release-plans.module.css';
import type { PlanPartProps } from './environment-plan.js';
import { planProposal, removeSafeguard } from './plan-requests.js';
import { SafeguardDialog } from './safeguard-dialog.js';
import { wordsOfSafeguard } from './safeguard-words.js';

const NEEDS = 'UPDATE_FEATURE_STRATEGY';
const MOST_SAFEGUARDS = 10;

interface SafeguardsProps extends PlanPartProps {
  plan: Plan;
}

/** The limits at which a plan goes back. */
export function Safeguards({ plan, place, show }: SafeguardsProps) {
  const { safeguards } = plan;
  const common = { needs: NEEDS, place, variant: 'default' };
  return (
    <section aria-label={texts.heading}>
      <Title order={3} size="h5">
        {texts.heading}
      </Title>
      <Text size="sm" c="dimmed">
        {safeguards.length === 0 ? `${texts.none} ${texts.hint}` : texts.hint}
      </Text>
      <ul className={styles.plain}>
        {safeguards.map((safeguard) => (
          <li key={safeguard.id} className={styles.head}>
            <Text size="sm" className={styles.name}>
              {wordsOfSafeguard(safeguard)}
            </Text>
            <PermittedButton
              {...common}
              size="compact-sm"
              aria-label={texts.removeOf(wordsOfSafeguard(safeguard))}
              onClick={() =>
                show((close) => <RemoveSafeguard {...{ plan, place, safeguard }} onClose={close} />)
              }
            >
              {texts.remove}
            </PermittedButton>
          </li>
        ))}
      </ul>
      <PermittedButton
        {...common}
        size="sm"
        disabled={safeguards.length >= MOST_SAFEGUARDS}
        aria-label={texts.addTo(place.environment)}
        onClick={() => show((close) => <SafeguardDialog {...{ plan, place }} onClose={close} />)}
      >
        {texts.add}
      </PermittedButton>
    </section>
  );
}

interface RemoveSafeguardProps extends Pick<SafeguardsProps, 'plan' | 'place'> {
  safeguard: Safeguard;
  onClose: () => void;
}

function RemoveSafeguard({ plan, place, safeguard, onClose }: RemoveSafeguardProps) {
  const payload = { planId: plan.id, safeguardId: safeguard.id };
  return (
    <RemovalDialog
      title={texts.removeTitle}
      action={texts.remove}
      send={() => removeSafeguard(place, plan.id, safeguard.id)}
      proposal={() => planProposal(place, 'deleteSafeguard', payload)}
      done={texts.removed}
      outdates={PLAN_ROOTS}
      onClose={onClose}
    >
      <Text size="sm">{wordsOfSafeguard(safeguard)}</Text>
    </RemovalDialog>
  );
}
