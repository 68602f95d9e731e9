import type { Connection } from '../connection.js';
import type { Format, Printer } from '../output.js';

type Figures = { [name: string]: Figures | string | number | boolean | null };

/** Prints the statistics of the instance. */
export async function stats(
  connection: Connection,
  printer: Printer,
  options: { output: Format },
): Promise<void> {
  const figures = await connection.request<Figures>('/api/admin/instance-admin/statistics');
  if (options.output === 'json') return printer.json(figures);
  printer.table(rowsOf(figures), { figure: ([name]) => name, value: ([, value]) => value });
}

/** Each number with its path, such as `productionChanges.last30`. */
function rowsOf(figures: Figures, prefix = ''): [string, string][] {
  return Object.entries(figures).flatMap(([name, value]): [string, string][] =>
    typeof value === 'object' && value !== null
      ? rowsOf(value, `${prefix}${name}.`)
      : [[`${prefix}${name}`, String(value ?? '-')]],
  );
}
