import { Alert, Text } from '@mantine/core';
import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { ApiFailure, requiresApproval } from '../../../api/failures.js';
import { wordsOf } from '../../../api/failure-words.js';
import { wordsOfAuthor } from '../../audit/events/words-of-author.js';
import { PlannedChanges } from '../../governance/schedules/planned-changes.js';
import { scheduleTexts } from '../../../texts/schedules.js';
import { number } from '../../../texts/format.js';
import { switchTexts } from '../../../texts/switch.js';
import { Time } from '../../../kit/time.js';
import styles from './switch.module.css';
import type { SwitchTarget } from './switch-dialog-store.js';
import type { Preview } from './switch-requests.js';

const MOST_NAMES = 5;

interface ImpactProps {
  preview: UseQueryResult<Pick<Preview, 'impact'> & Partial<Pick<Preview, 'feature'>>>;
  target: SwitchTarget;
}

/** What a switch would affect. */
export function ImpactSummary({ preview: { data, error }, target }: ImpactProps) {
  if (error) {
    const isRefused = error instanceof ApiFailure && error.status < 500;
    const refusal = requiresApproval(error) ? switchTexts.needsApproval : wordsOf(error);
    return <Alert color="yellow">{isRefused ? refusal : switchTexts.noPreview}</Alert>;
  }
  const isAlready =
    data?.feature?.environments.find(({ name }) => name === target.environment)?.enabled ===
      target.turnsOn && data.impact.features.count === 0;
  return (
    <section aria-label={switchTexts.affected} aria-busy={!data} className={styles.impact}>
      {isAlready && <Text>{switchTexts.already(target.turnsOn)}</Text>}
      <dl className={styles.facts}>
        <Fact name={switchTexts.evaluations}>
          {data &&
            switchTexts.evaluationsOf(data.impact.evaluations.yes, data.impact.evaluations.no)}
        </Fact>
        <Fact name={switchTexts.connections}>{data && number(data.impact.connections)}</Fact>
        <Fact name={switchTexts.applications}>
          {data && <Names of={data.impact.applications} />}
        </Fact>
        <Fact name={switchTexts.dependents(target.turnsOn)}>
          {data && <Names of={data.impact.dependents} />}
        </Fact>
        <Fact name={scheduleTexts.planned}>
          {data && <PlannedChanges planned={data.impact.schedules} />}
        </Fact>
        <Fact name={switchTexts.lastChange}>{data && <LastChange preview={data} />}</Fact>
      </dl>
    </section>
  );
}

/** A fact keeps its room while it is unknown, so that buttons do not move. */
function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className={styles.fact}>
      <dt>{name}</dt>
      <dd>{children ?? <span aria-hidden>…</span>}</dd>
    </div>
  );
}

function Names({ of: { count, names } }: { of: { count: number; names: string[] } }) {
  if (count === 0) return switchTexts.none;
  const shown = names.slice(0, MOST_NAMES);
  const more = count - shown.length;
  return `${number(count)}: ${shown.join(', ')}${more > 0 ? ` ${switchTexts.more(more)}` : ''}`;
}

function LastChange({ preview: { impact } }: { preview: Pick<Preview, 'impact'> }) {
  if (!impact.lastChange) return switchTexts.none;
  return (
    <>
      <Time at={impact.lastChange.createdAt} relative />{' '}
      {switchTexts.by(wordsOfAuthor(impact.lastChange))}
    </>
  );
}
