import { Alert } from '@mantine/core';
import { Link } from '../../../../app/router/link.js';
import { calendarTexts as texts } from '../../../../texts/calendar.js';
import { Time } from '../../../../kit/time.js';
import styles from './calendar.module.css';
import type { Planned } from './planned.js';

/** More of them are in the calendar alone. */
const MOST = 10;

/** What will not happen as planned, and why; nothing when all will. */
export function Problems({ planned }: { planned: readonly Planned[] }) {
  const problems = planned.filter(({ problem }) => problem !== undefined);
  if (problems.length === 0) return null;
  return (
    <Alert color="orange" mb="md" title={texts.problems(problems.length)}>
      <ul className={styles.problems}>
        {problems.slice(0, MOST).map(({ key, at, name, words, to, problem }) => (
          <li key={key}>
            <Time at={at.toISOString()} />
            <Link to={to}>{name}</Link>
            <span>{`${words}. ${problem}`}</span>
          </li>
        ))}
      </ul>
    </Alert>
  );
}
