import type { Schemas } from '../../../api/client.js';
import { scheduleTexts as texts } from '../../../texts/schedules.js';
import { number } from '../../../texts/format.js';
import { Time } from '../../../kit/time.js';
import styles from './planned-changes.module.css';

type Planned = Schemas['PlannedChangesResponse'];

/** What will change features later by itself, such as turn them on again; the next ones first. */
export function PlannedChanges({ planned: { count, next } }: { planned: Planned }) {
  if (count === 0) return texts.nothingPlanned;
  const more = count - next.length;
  return (
    <ul className={styles.planned}>
      {next.map((one) => (
        <li key={`${one.type} ${one.id}`}>
          <Time at={one.at} />: {wordsOf(one)}
        </li>
      ))}
      {more > 0 && <li>{texts.morePlanned(number(more))}</li>}
    </ul>
  );
}

function wordsOf({ action, id, feature, environment }: Planned['next'][number]): string {
  const what = action === null ? texts.requestNumber(id) : (texts.actions[action] ?? action);
  return texts.plannedChange(what, feature, environment);
}
