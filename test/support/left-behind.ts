import { setTimeout as sleep } from 'node:timers/promises';
import type { Server } from 'node:http';
import { Database } from '../../src/database/database.js';
import type { Statement } from '../../src/database/statement.js';
import type { Service } from '../../src/service.js';
import { closeConnections } from './http-call.mjs';

/** Tables whose rows concern every file, without columns that any request can change. */
const FOR_ALL: Readonly<Record<string, string>> = {
  setting: 'setting',
  environment: 'environment',
  feature_type: 'feature_type',
  addon: 'addon',
  banner: 'banner',
  signing_key: 'signing_key',
  'project "default"': `project WHERE id = 'default'`,
  'environments of the project "default"': `project_environment WHERE project = 'default'`,
  'context fields of the start': `context_field WHERE name IN
    ('environment', 'userId', 'appName', 'sessionId', 'currentTime')`,
  'roles of the start': 'role WHERE id <= 5',
  'permissions of the roles of the start': 'role_permission WHERE role_id <= 5',
};
/** How long an answer whose caller has left can take to end. */
const CLOSED_WITHIN_MS = 3_000;

/** What is the same for all files that share a service, as text. */
export async function stateForAll(service: Service): Promise<string> {
  const state: Record<string, unknown> = {};
  for (const [what, rows] of Object.entries(FOR_ALL)) {
    const [table, condition] = rows.split(' WHERE ');
    const [row] = await run<{ rows: unknown }>(
      service,
      `SELECT coalesce(jsonb_agg(to_jsonb(t) ORDER BY t::text), '[]') AS rows
       FROM ${table} t ${condition ? `WHERE ${condition}` : ''}`,
    );
    state[what] = row!.rows;
  }
  return JSON.stringify(state);
}

/**
 * Ends the sessions of a file, and looks for what it has left behind: open requests, and changes of
 * what is the same for all. Caches need not be cleared, since what they hold stays true.
 * @returns What was found; undefined if nothing.
 */
export async function leftBehind(service: Service, before: string): Promise<string | undefined> {
  const open = await openConnections(service.app.getHttpServer() as Server);
  if (open > 0) return `${open} requests that are still being answered`;
  await run(service, 'DELETE FROM session');
  const [then, now] = [before, await stateForAll(service)].map(
    (text) => JSON.parse(text) as Record<string, unknown>,
  ) as [Record<string, unknown>, Record<string, unknown>];
  const changed = Object.keys(now).filter(
    (what) => JSON.stringify(now[what]) !== JSON.stringify(then[what]),
  );
  if (changed.length === 0) return undefined;
  return changed
    .map((what) => `${what}: ${JSON.stringify(now[what])}, before ${JSON.stringify(then[what])}`)
    .join('\n');
}

/** Connections on which something is still being answered, as soon as there are none or in time. */
async function openConnections(server: Server): Promise<number> {
  closeConnections();
  for (const end = Date.now() + CLOSED_WITHIN_MS; ; await sleep(10)) {
    server.closeIdleConnections();
    const open = await new Promise<number>((resolve, reject) =>
      server.getConnections((error, count) => (error ? reject(error) : resolve(count))),
    );
    if (open === 0 || Date.now() > end) return open;
  }
}

function run<Row extends object>(service: Service, text: string): Promise<Row[]> {
  return service.app.get(Database).run({ name: '', text } as Statement<[], Row>, [], 'hot');
}
