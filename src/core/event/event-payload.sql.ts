import type { KnownKey, Part, SharedKey } from './event-kind.js';
import type { StoredEvent } from './event.types.js';

/**
 * The present name of the person who has caused the event `e`, as everywhere; NULL for deleted
 * people, API tokens and the service itself, whose name in the event is kept.
 */
export const PRESENT_NAME = /* sql */ `(
  SELECT u.display_name FROM app_user u
   WHERE u.id = e.created_by_user_id AND u.kind <> 'system' AND u.deleted_at IS NULL)`;

/** SQL of an address: IPv4 without the prefix that a dual-stack socket gives it (`::ffff:`). */
export const shownAddress = (address: string): string =>
  `regexp_replace(${address}, '^::ffff:(?=[0-9]+[.])', '')`;

/** SQL for properties of payloads; the keys are checked by the compiler. */
interface PayloadSql<Event extends StoredEvent, Keys extends Record<Part, string>> {
  /** The property as text. */
  text<In extends Part>(part: In, key: Keys[In]): string;
  /** The property as JSON. */
  json<In extends Part>(part: In, key: Keys[In]): string;
  /** The events whose payloads are read; for the compiler only. */
  readonly events?: Event;
}

/** Reads properties that all of these events have; `event` is the alias of the table in the SQL. */
export const payloadOf = <Event extends StoredEvent>(
  event = 'e',
): PayloadSql<Event, { [In in Part]: SharedKey<Event, In> & string }> => payloadSql(event);

/** Reads properties that at least one of these events can have. */
export const anyPayloadOf = <Event extends StoredEvent>(
  event = 'e',
): PayloadSql<Event, { [In in Part]: KnownKey<Event, In> }> => payloadSql(event);

function payloadSql<Event extends StoredEvent>(
  event: string,
): PayloadSql<Event, Record<Part, string>> {
  const columns: Record<Part, string> = {
    data: `${event}.data`,
    preData: `${event}.pre_data`,
    either: `COALESCE(${event}.data, ${event}.pre_data)`,
  };
  return {
    text: (part, key) => `${columns[part]} ->> '${key}'`,
    json: (part, key) => `${columns[part]} -> '${key}'`,
  };
}
