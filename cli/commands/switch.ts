import type { Connection } from '../connection.js';
import { pathOf, projectOf } from '../features.js';
import { printable, type Format, type Printer } from '../output.js';

/** Options of `flags on` and `flags off`. */
export interface SwitchOptions {
  environment: string;
  project?: string;
  reason?: string;
  force?: boolean;
  wait?: string;
  dryRun?: boolean;
  output: Format;
}

interface Switched {
  enabled?: boolean;
  warnings?: { message: string }[];
  delivery?: {
    connected: number;
    delivered: number;
    complete: boolean;
    waitedMs: number;
    pending: { appName: string; instanceId: string | null }[];
  } | null;
  deliveryNote?: string;
  impact?: { connections: number; evaluations: { yes: number; no: number } };
}

/** Turns a feature on or off in an environment, and prints the result. */
export async function switchFeature(
  connection: Connection,
  printer: Printer,
  feature: string,
  state: 'on' | 'off',
  options: SwitchOptions,
): Promise<void> {
  const { environment, output } = options;
  const project = options.project ?? (await projectOf(connection, feature));
  const answer = await connection.request<Switched>(
    `${pathOf(project, feature)}/environments/${encodeURIComponent(environment)}/${state}`,
    {
      method: 'POST',
      query: {
        force: options.force,
        reason: options.reason,
        waitForDelivery: options.wait,
        dryRun: options.dryRun,
      },
    },
  );
  if (output === 'json') return printer.json(answer);
  printer.print(
    options.dryRun
      ? `${feature} would be ${state} in ${environment}. Nothing was changed.`
      : `${feature} is ${state} in ${environment}.`,
  );
  for (const { message } of answer.warnings ?? []) printer.note(printable(`Warning: ${message}`));
  const { impact, delivery, deliveryNote } = answer;
  if (deliveryNote) printer.note(deliveryNote);
  if (impact)
    printer.print(
      `${impact.connections} connected SDKs would get the change. Evaluations in this and the ` +
        `previous hour: ${impact.evaluations.yes} yes, ${impact.evaluations.no} no.`,
    );
  if (delivery) {
    printer.print(
      `${delivery.delivered} of ${delivery.connected} SDKs have it after ${delivery.waitedMs} ms.`,
    );
    for (const { appName, instanceId } of delivery.pending)
      printer.note(printable(`Pending: ${appName}${instanceId ? ` (${instanceId})` : ''}`));
  }
}
