import { Alert } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { Schemas } from '../../../api/client.js';
import { Section } from '../../access/profile/section.js';
import { drillTexts as texts } from '../../../texts/instance.js';
import { Facts } from '../../../kit/facts.js';
import { FailureNotice, Loading } from '../../../kit/states.js';
import { Time } from '../../../kit/time.js';
import { drillQuery } from './instance-queries.js';

type Drill = Schemas['DrillResponse'];

/** Whether the kill switch works, as the last drill has shown. */
export function DrillSection() {
  const { data, error, refetch } = useQuery(drillQuery);
  return (
    <Section title={texts.title} intro={texts.intro}>
      {error && <FailureNotice error={error} retry={() => void refetch()} />}
      {!data && !error && <Loading />}
      {data?.broken.map(({ part, where, reason }) => (
        <Alert key={`${part} ${where}`} color="red" title={texts.broken(part, where)}>
          {reason}
        </Alert>
      ))}
      {data && <Facts facts={factsOf(data)} />}
    </Section>
  );
}

function factsOf(drill: Drill): [string, ReactNode][] {
  const { lastDrillAt, lastSuccessAt, milliseconds, p50, p99, budget, instances } = drill;
  const state: [string, ReactNode] = [texts.state, stateOf(drill)];
  if (lastDrillAt === null) return [state];
  const late = budget.drills - budget.inTime;
  return [
    state,
    [texts.lastSuccess, lastSuccessAt === null ? texts.never : <Time at={lastSuccessAt} />],
    [texts.last, milliseconds === null ? texts.missed : texts.milliseconds(milliseconds)],
    [texts.usual, p50 === null || p99 === null ? texts.none : texts.percentiles(p50, p99)],
    [texts.instances, instances.map(({ name }) => name).join(', ') || texts.none],
    [texts.budget, texts.left(late, budget.drills, budget.left)],
  ];
}

function stateOf({ enabled, healthy, lastDrillAt }: Drill): string {
  if (lastDrillAt === null) return enabled ? texts.notYet : texts.off;
  return healthy ? texts.works : texts.fails;
}
