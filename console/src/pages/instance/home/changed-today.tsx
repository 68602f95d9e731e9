import { useQuery } from '@tanstack/react-query';
import { homeTexts as texts } from '../../../texts/home.js';
import { dayOf } from '../../../kit/moment.js';
import { EventLine } from './event-line.js';
import { today, todaysEventsQuery } from './home-queries.js';
import { Panel } from './panel.js';

/** What changed today, and by whom. */
export function ChangedToday() {
  const answer = useQuery(todaysEventsQuery());
  const { changes = [], areMore = false } = answer.data ?? {};
  return (
    <Panel
      title={texts.changed}
      answers={[answer]}
      empty={texts.nothingChanged}
      items={changes.map((event) => ({
        key: String(event.id),
        content: <EventLine event={event} />,
      }))}
      all={areMore ? { to: `/audit?from=${dayOf(today())}`, label: texts.allChanges } : undefined}
    />
  );
}
