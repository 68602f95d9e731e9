import { Group, Paper, Stack, Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { TO_TURN_OFF } from '../emergency-links/emergency-link-dialog.js';
import type { Feature } from '../../flags/features/feature-queries.js';
import type { StrategyPlace } from '../../flags/features/one/strategies/strategy-place.js';
import {
  limitWords,
  wordsOfSafeguard,
} from '../../governance/release-plans/plan/safeguard-words.js';
import { featureSafeguardTexts as texts } from '../../../texts/safeguards.js';
import { number } from '../../../texts/format.js';
import { PermittedButton } from '../../../kit/permitted-button.js';
import { RemovalDialog } from '../../../kit/removal-dialog.js';
import { FailureNotice, Loading } from '../../../kit/states.js';
import { Time } from '../../../kit/time.js';
import { useAction } from '../../../kit/use-action.js';
import { useDialog } from '../../../kit/use-dialog.js';
import { FeatureSafeguardDialog } from './feature-safeguard-dialog.js';
import {
  bodyOfSafeguard,
  type FeatureSafeguard,
  removeSafeguard,
  SAFEGUARD_ROOTS,
  safeguardsQuery,
  setSafeguard,
} from './safeguard-queries.js';

const MOST_SAFEGUARDS = 10;

/** The safeguards of a feature in each environment. */
export function SafeguardsSection({ feature }: { feature: Feature }) {
  const { project, name, environments } = feature;
  return (
    <Stack component="section" aria-label={texts.heading} maw="64rem">
      <Text maw="40rem">{texts.intro}</Text>
      {environments.map((environment) => (
        <SafeguardsOf
          key={environment.name}
          place={{ project, feature: name, environment: environment.name }}
          isOn={environment.enabled}
        />
      ))}
    </Stack>
  );
}

interface PlaceProps {
  place: StrategyPlace;
  isOn: boolean;
}

function SafeguardsOf({ place, isOn }: PlaceProps) {
  const { data, error, refetch } = useQuery(safeguardsQuery(place));
  const [dialog, show] = useDialog();
  return (
    <Paper component="section" withBorder p="md" aria-label={texts.in(place.environment)}>
      <Group justify="space-between" mb="sm">
        <Title order={2} size="h4">
          {place.environment}
        </Title>
        <PermittedButton
          needs={TO_TURN_OFF}
          place={place}
          variant="default"
          size="sm"
          disabled={(data?.safeguards.length ?? 0) >= MOST_SAFEGUARDS}
          aria-label={texts.addTo(place.environment)}
          onClick={() =>
            show((close) => (
              <FeatureSafeguardDialog place={place} canQuery={data?.canQuery} onClose={close} />
            ))
          }
        >
          {texts.add}
        </PermittedButton>
      </Group>
      {error && !data ? (
        <FailureNotice error={error} retry={() => void refetch()} />
      ) : !data ? (
        <Loading />
      ) : data.safeguards.length === 0 ? (
        <Text c="dimmed">{texts.none}</Text>
      ) : (
        <Stack gap="sm">
          {data.safeguards.map((safeguard) => (
            <SafeguardItem key={safeguard.id} {...{ safeguard, place, isOn }} />
          ))}
        </Stack>
      )}
      {dialog}
    </Paper>
  );
}

interface ItemProps extends PlaceProps {
  safeguard: FeatureSafeguard;
}

function SafeguardItem({ safeguard, place, isOn }: ItemProps) {
  const [dialog, show] = useDialog();
  const words = wordsOf(safeguard);
  const isWrong = safeguard.triggeredAt !== null || (isOn && safeguard.problem !== null);
  const again = useAction(() => setSafeguard(place, bodyOfSafeguard(safeguard)), {
    done: texts.watchesAgain,
    outdates: SAFEGUARD_ROOTS,
  });
  const common = { needs: TO_TURN_OFF, place, variant: 'default', size: 'compact-sm' };
  return (
    <Group justify="space-between" align="start">
      <div>
        <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
          {words}
          {safeguard.forMinutes > 0 && ` ${texts.forSo(safeguard.forMinutes)}`}
        </Text>
        <Text size="sm" c={isWrong ? 'red' : 'dimmed'}>
          <State safeguard={safeguard} isOn={isOn} />
        </Text>
      </div>
      <Group gap="xs">
        {safeguard.triggeredAt !== null && (
          <PermittedButton
            {...common}
            aria-label={texts.againOf(words)}
            loading={again.isPending}
            onClick={() => again.mutate()}
          >
            {texts.again}
          </PermittedButton>
        )}
        <PermittedButton
          {...common}
          aria-label={texts.removeOf(words)}
          onClick={() =>
            show((close) => (
              <RemovalDialog
                title={texts.removeTitle}
                action={texts.remove}
                send={() => removeSafeguard(place, safeguard.id)}
                done={texts.removed}
                outdates={SAFEGUARD_ROOTS}
                onClose={close}
              >
                <Text size="sm">{words}</Text>
              </RemovalDialog>
            ))
          }
        >
          {texts.remove}
        </PermittedButton>
      </Group>
      {dialog}
    </Group>
  );
}

function wordsOf({ impactMetric, prometheusQuery, triggerCondition }: FeatureSafeguard): string {
  return impactMetric
    ? wordsOfSafeguard({ impactMetric, triggerCondition }, texts.sentence)
    : texts.ofQuery(prometheusQuery ?? '', limitWords(triggerCondition));
}

function State({ safeguard, isOn }: Omit<ItemProps, 'place'>) {
  const { triggeredAt, triggeredValue, crossedSince, problem } = safeguard;
  if (triggeredAt !== null)
    return (
      <>
        {texts.triggered(number(triggeredValue ?? 0))} (<Time at={triggeredAt} />)
      </>
    );
  if (!isOn) return texts.off;
  if (problem !== null) return texts.problem(problem);
  if (crossedSince === null) return texts.watching;
  return (
    <>
      {texts.crossed} <Time at={crossedSince} />
    </>
  );
}
