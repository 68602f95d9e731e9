import { useQuery } from '@tanstack/react-query';
import { homeTexts as texts } from '../texts/home.js';
import { dayOf } from '../ui/moment.js';
import { EventLine } from './event-line.js';
import { today, todaysEventsQuery } from './home-queries.js';
import { Panel } from './panel.js';

/** What changed today, and by whom. */
export function ChangedToday() {
  const answer = useQuery(todaysEventsQuery());
  const { events = [], total = 0 } = answer.data ?? {};
  return (
    <Panel
      title={texts.changed}
      answers={[answer]}
      empty={texts.nothingChanged}
      items={events.map((event) => ({
        key: String(event.id),
        content: <EventLine event={event} />,
      }))}
      all={
        total > events.length
          ? { to: `/audit?from=${dayOf(today())}`, label: texts.allChanges(total) }
          : undefined
      }
    />
  );
}
