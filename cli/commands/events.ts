import { setTimeout as sleep } from 'node:timers/promises';
import { CliError, type Connection } from '../connection.js';
import { printable, type Format, type Printer } from '../output.js';

/** Options of `flags events`. */
export interface EventsOptions {
  feature?: string;
  project?: string;
  limit: number;
  follow?: boolean;
  output: Format;
}

interface Event {
  id: number;
  type: string;
  createdAt: string;
  createdBy: string;
  featureName: string | null;
  project: string | null;
  environment: string | null;
}

const RECONNECT_AFTER_MS = 1_000;
const PAGE = 100;
/** Maximum number of pages per read; more new events are reported as left out. */
const MAX_PAGES = 50;
/** Number of ids that are remembered: an event can become visible after events with higher ids. */
const REMEMBERED = 1_000;

/** Prints the newest events, and with `follow` each further one until it is interrupted. */
export async function events(
  connection: Connection,
  printer: Printer,
  options: EventsOptions,
  interrupted?: AbortSignal,
): Promise<void> {
  const first = await newest(connection, options, { limit: options.limit });
  show(first.reverse(), printer, options);
  if (!options.follow) return;
  const seen = new Set(first.map(({ id }) => id));
  await follow(connection, printer, options, seen, interrupted);
}

/**
 * @param seen The ids of the events that were printed, the newest last.
 * @throws CliError when the service refuses, such as a token that was deleted meanwhile.
 */
async function follow(
  connection: Connection,
  printer: Printer,
  options: EventsOptions,
  seen: Set<number>,
  interrupted = new AbortController().signal,
): Promise<void> {
  // One that becomes visible later can have a lower id than the newest of these.
  const since = seen.size > 0 ? Math.min(...seen) : 0;
  while (!interrupted.aborted) {
    try {
      await onNews(connection, interrupted, async () => {
        const found = await unseen(
          connection,
          printer,
          options,
          ({ id }) => id <= since || seen.has(id),
        );
        show(found, printer, options);
        for (const { id } of found) seen.add(id);
        for (const id of seen) if (seen.size > REMEMBERED) seen.delete(id);
      });
    } catch (error) {
      if (interrupted.aborted) return;
      if (isFinal(error)) throw error;
      printer.note(`Connecting again: ${(error as Error).message}`);
    }
    await sleep(RECONNECT_AFTER_MS);
  }
}

/** Whether repeating the request would not help. */
const isFinal = (error: unknown): boolean =>
  error instanceof CliError && (error.exitCode === 2 || [401, 403, 404].includes(error.status!));

/** Reads page by page until a known event is found. Returns the oldest event first. */
async function unseen(
  connection: Connection,
  printer: Printer,
  options: EventsOptions,
  isKnown: (event: Event) => boolean,
): Promise<Event[]> {
  const found = new Map<number, Event>();
  for (let page = 0, offset = 0; page < MAX_PAGES; page++) {
    const events = await newest(connection, options, { limit: PAGE, offset });
    for (const event of events) if (!isKnown(event)) found.set(event.id, event);
    if (events.length === 0 || events.some(isKnown)) return [...found.values()].reverse();
    offset += events.length;
  }
  printer.note(`There are more than ${found.size} events at once; the others are left out.`);
  return [...found.values()].reverse();
}

function newest(
  connection: Connection,
  { feature, project }: EventsOptions,
  page: { limit: number; offset?: number },
): Promise<Event[]> {
  const is = (value: string | undefined): string | undefined => value && `IS:${value}`;
  return connection
    .request<{ events: Event[] }>('/api/admin/search/events', {
      query: { feature: is(feature), project: is(project), ...page },
    })
    .then((answer) => answer.events);
}

/** Calls back whenever there may be new events, until the service ends the stream. */
async function onNews(
  connection: Connection,
  interrupted: AbortSignal,
  read: () => Promise<void>,
): Promise<void> {
  for await (const text of connection.stream('/api/admin/search/events/stream', interrupted))
    if (/^event: (ready|events)/m.test(text)) await read();
}

function show(list: readonly Event[], printer: Printer, { output, follow }: EventsOptions): void {
  if (follow && output === 'json') for (const event of list) printer.print(JSON.stringify(event));
  else if (follow)
    for (const { createdAt, createdBy, type, featureName, environment } of list)
      printer.print(
        printable(
          [createdAt, createdBy, type, featureName ?? '', environment ?? ''].join('  '),
        ).trimEnd(),
      );
  else
    printer.rows(
      list,
      {
        time: (event) => event.createdAt,
        by: (event) => event.createdBy,
        type: (event) => event.type,
        project: (event) => event.project,
        feature: (event) => event.featureName,
        environment: (event) => event.environment,
      },
      output,
    );
}
