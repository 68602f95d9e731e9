import { Alert, Button, NumberInput, Text } from '@mantine/core';
import { TO_TURN_OFF } from '../emergency-links/emergency-link-dialog.js';
import type { StrategyPlace } from '../../flags/features/one/strategies/strategy-place.js';
import {
  featureSafeguardOf,
  SafeguardFields,
} from '../../governance/release-plans/plan/safeguard-fields.js';
import { featureSafeguardTexts as texts } from '../../../texts/safeguards.js';
import { number } from '../../../texts/format.js';
import { FormDialog, textOf } from '../../../kit/form-dialog.js';
import { Time } from '../../../kit/time.js';
import { useAction } from '../../../kit/use-action.js';
import {
  previewSafeguard,
  SAFEGUARD_ROOTS,
  type SafeguardPreview,
  setSafeguard,
} from './safeguard-queries.js';

const MOST_MINUTES = 1_440;

interface FeatureSafeguardDialogProps {
  place: StrategyPlace;
  /** Whether the instance has a Prometheus. */
  canQuery: boolean | undefined;
  onClose: () => void;
}

/** Sets a limit at which a feature is turned off, and tries it out before. */
export function FeatureSafeguardDialog({ place, canQuery, onClose }: FeatureSafeguardDialogProps) {
  const trial = useAction((form: FormData) => previewSafeguard(place, bodyOf(form)), {
    outdates: [],
  });
  const tryOut = (form: HTMLFormElement | null): void => {
    if (form?.reportValidity()) trial.mutate(new FormData(form));
  };
  return (
    <FormDialog
      title={texts.addTo(place.environment)}
      action={texts.add}
      needs={TO_TURN_OFF}
      place={place}
      send={(form) => setSafeguard(place, bodyOf(form))}
      done={texts.added}
      outdates={SAFEGUARD_ROOTS}
      onClose={onClose}
    >
      <Text size="sm" c="dimmed">
        {`${texts.intro} ${texts.replaces}`}
      </Text>
      <SafeguardFields operator={texts.operator} canQuery={canQuery} />
      <NumberInput
        name="forMinutes"
        label={texts.forMinutes}
        description={texts.forMinutesHint}
        defaultValue={0}
        min={0}
        max={MOST_MINUTES}
        allowDecimal={false}
      />
      <Button
        variant="default"
        loading={trial.isPending}
        onClick={({ currentTarget: { form } }) => tryOut(form)}
      >
        {texts.tryOut}
      </Button>
      {trial.data && <Outcome preview={trial.data} />}
    </FormDialog>
  );
}

/** What the safeguard would have done. */
function Outcome({ preview }: { preview: SafeguardPreview }) {
  const { triggered, reason, extreme, problem } = preview;
  return (
    <Alert color={triggered ? 'orange' : 'blue'} role="status">
      {triggered ? (
        <>
          {texts.wouldHave} <Time at={triggered.at} />. {reason}
        </>
      ) : extreme ? (
        `${texts.wouldNotHave} ${texts.farthest(number(extreme.value))}`
      ) : (
        (problem ?? texts.unknown)
      )}
    </Alert>
  );
}

function bodyOf(form: FormData) {
  return { ...featureSafeguardOf(form), forMinutes: Number(textOf(form, 'forMinutes')) };
}
