import type { Connection } from '../connection.js';
import { pathOf, projectOf } from '../features.js';
import { printable, type Format, type Printer } from '../output.js';

interface Feature {
  name: string;
  project: string;
  type: string;
  stale: boolean;
  archived: boolean;
  environments: {
    name: string;
    type: string;
    enabled: boolean;
    strategies: { name: string }[];
    lastSeenAt: string | null;
  }[];
}

/** Prints where a feature is on, how it is rolled out, and when it was last used. */
export async function status(
  connection: Connection,
  printer: Printer,
  name: string,
  options: { project?: string; output: Format },
): Promise<void> {
  const project = options.project ?? (await projectOf(connection, name));
  const feature = await connection.request<Feature>(pathOf(project, name));
  if (options.output === 'json') return printer.json(feature);
  const marks = [feature.type, ...(feature.stale ? ['stale'] : [])].join(', ');
  printer.print(printable(`${feature.name} in project ${feature.project} (${marks})`));
  printer.table(feature.environments, {
    environment: (environment) => environment.name,
    type: (environment) => environment.type,
    state: (environment) => (environment.enabled ? 'on' : 'off'),
    strategies: (environment) => environment.strategies.map((one) => one.name).join(', ') || null,
    'last seen': (environment) => environment.lastSeenAt,
  });
}
