import { setTimeout as sleep } from 'node:timers/promises';
import type { Connection } from '../connection.js';
import { note, print, printRows, type Format } from '../output.js';

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
/** Events can become visible after later ones. So many ids are remembered to notice them. */
const REMEMBERED = 1_000;

/** Prints the newest events, and with `follow` each further one until it is interrupted. */
export async function events(connection: Connection, options: EventsOptions): Promise<void> {
  const first = await newest(connection, options, options.limit);
  const shown = new Set(first.map(({ id }) => id));
  show(first.reverse(), options);
  if (!options.follow) return;
  const since = Math.max(0, ...shown);
  for (;;) {
    try {
      await onNews(connection, async () => {
        const found = await newest(connection, options, PAGE);
        show(found.filter(({ id }) => id > since && !shown.has(id)).reverse(), options);
        for (const { id } of found) shown.add(id);
        for (const id of shown) if (shown.size > REMEMBERED) shown.delete(id);
      });
    } catch (error) {
      note(`Connecting again: ${(error as Error).message}`);
    }
    await sleep(RECONNECT_AFTER_MS);
  }
}

function newest(
  connection: Connection,
  { feature, project }: EventsOptions,
  limit: number,
): Promise<Event[]> {
  const is = (value: string | undefined): string | undefined => value && `IS:${value}`;
  return connection
    .request<{ events: Event[] }>('/api/admin/search/events', {
      query: { feature: is(feature), project: is(project), limit },
    })
    .then((answer) => answer.events);
}

/** Calls back each time when there may be new events, until the service ends the stream. */
async function onNews(connection: Connection, read: () => Promise<void>): Promise<void> {
  const decoder = new TextDecoder();
  for await (const chunk of await connection.stream('/api/admin/search/events/stream'))
    if (/^event: (ready|events)/m.test(decoder.decode(chunk, { stream: true }))) await read();
}

function show(list: readonly Event[], { output, follow }: EventsOptions): void {
  if (follow && output === 'json') for (const event of list) print(JSON.stringify(event));
  else if (follow)
    for (const { createdAt, createdBy, type, featureName, environment } of list)
      print(
        [createdAt, createdBy, type, featureName ?? '', environment ?? ''].join('  ').trimEnd(),
      );
  else
    printRows(
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
