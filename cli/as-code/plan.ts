import { readFileSync, writeFileSync } from 'node:fs';
import { CliError, type Connection } from '../connection.js';
import { type Format, printable, type Printer } from '../output.js';
import { type Folder, readFolder, withFiles } from './folder.js';

const PATH = '/api/admin/flags-as-code';

/** Options of `flags plan`, `flags apply` and `flags drift`. */
export interface PlanOptions {
  owner?: string;
  adopt?: boolean;
  prune?: boolean;
  release?: boolean;
  output: Format;
}

/** Further options of `flags apply`. */
export interface ApplyOptions extends PlanOptions {
  plan?: string;
  force?: boolean;
  reason?: string;
}

interface Change {
  kind: string;
  name: string;
  project: string | null;
  action: 'create' | 'change' | 'adopt' | 'delete' | 'release';
  adopts: boolean;
  fields: { field: string; before: unknown; after: unknown }[];
}

interface Plan {
  hash: string;
  summary: Record<Change['action'] | 'unchanged', number>;
  changes: Change[];
  errors: { kind: string; name: string; message: string }[];
  permissions: { permission: string; project?: string; environment?: string }[];
  approvals: { project: string; environment: string; features: number }[];
  kept: { kind: string; name: string }[];
  impact: {
    project: string;
    environment: string;
    impact: { connections: number; evaluations: { yes: number; no: number } };
  }[];
  seen: object[];
}

/** What is stored of a plan. */
type StoredPlan = Pick<Plan, 'hash' | 'seen'>;

const SIGNS = { create: '+', change: '~', adopt: '*', delete: '-', release: '/' } as const;

/** Prints what would make the service as the files describe it, and stores it if asked to. */
export async function plan(
  connection: Connection,
  printer: Printer,
  path: string,
  options: PlanOptions & { out?: string },
): Promise<void> {
  const folder = readFolder(path);
  const found = await planOf(connection, folder, options);
  show(printer, found, options.output);
  if (options.out !== undefined) {
    const { hash, seen } = found;
    writeFileSync(options.out, `${JSON.stringify({ hash, seen })}\n`);
  }
  requirePossible(found);
}

/** Prints how the service differs from the files. @returns The exit code: 2 for differences. */
export async function drift(
  connection: Connection,
  printer: Printer,
  path: string,
  options: PlanOptions,
): Promise<number> {
  try {
    const found = await planOf(connection, readFolder(path), options);
    show(printer, found, options.output);
    return found.changes.length + found.errors.length + found.kept.length > 0 ? 2 : 0;
  } catch (error) {
    if (error instanceof CliError) throw new CliError(error.message, 1, error.status);
    throw error;
  }
}

/**
 * Makes the service as the files describe it, all at once or not at all: by the stored plan, or by
 * one that is made now.
 */
export async function apply(
  connection: Connection,
  printer: Printer,
  path: string,
  options: ApplyOptions,
): Promise<void> {
  const folder = readFolder(path);
  let stored = options.plan === undefined ? undefined : storedIn(options.plan);
  if (!stored) {
    const found = await planOf(connection, folder, options);
    if (options.output === 'table') show(printer, found, options.output);
    requirePossible(found);
    stored = found;
  }
  const { force, reason } = options;
  const guard = force === undefined && reason === undefined ? {} : { guard: { force, reason } };
  const { hash, seen } = stored;
  const body = { ...bodyOf(folder, options), hash, seen, ...guard };
  const answer = await sent<Pick<Plan, 'summary'> & { warnings: { message: string }[] }>(
    folder,
    () => connection.request(`${PATH}/apply`, { method: 'POST', body }),
  );
  if (options.output === 'json') return printer.json(answer);
  for (const { message } of answer.warnings) printer.note(printable(`Warning: ${message}`));
  printer.print(`Applied: ${summaryOf(answer.summary)}.`);
}

function planOf(connection: Connection, folder: Folder, options: PlanOptions): Promise<Plan> {
  const body = bodyOf(folder, options);
  return sent(folder, () =>
    connection.request<Plan>(`${PATH}/plan`, { method: 'POST', body, changesNothing: true }),
  );
}

function bodyOf({ owner: label, state }: Folder, options: PlanOptions): object {
  const owner = options.owner ?? label;
  if (owner === undefined)
    throw new CliError(
      'Give the folder a label: "owner: <name>" in one of its files, or --owner.',
      2,
    );
  if (options.prune && options.release) throw new CliError('Use either --prune or --release.', 2);
  const leftovers = options.prune ? 'prune' : options.release ? 'release' : 'keep';
  return { owner, adopt: options.adopt ?? false, leftovers, state };
}

/** Sends a request; refusals name files. */
async function sent<T>(folder: Folder, send: () => Promise<T>): Promise<T> {
  try {
    return await send();
  } catch (error) {
    if (!(error instanceof CliError)) throw error;
    throw new CliError(withFiles(error.message, folder), error.exitCode, error.status);
  }
}

function storedIn(file: string): StoredPlan {
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as StoredPlan;
  } catch (error) {
    throw new CliError(`The plan ${file} cannot be read: ${(error as Error).message}`, 2);
  }
}

/** @throws CliError when the plan cannot be carried out. */
function requirePossible({ errors, permissions, approvals }: Plan): void {
  if (errors.length + permissions.length + approvals.length > 0)
    throw new CliError('This plan cannot be applied.');
}

function show(printer: Printer, found: Plan, format: Format): void {
  if (format === 'json') return printer.json(found);
  const print = (line: string): void => printer.print(printable(line));
  for (const { kind, name, project, action, adopts, fields } of found.changes) {
    const place = project === null ? '' : ` in ${project}`;
    print(`${SIGNS[action]} ${action} ${kind} ${name}${place}${adopts ? ' (taken over)' : ''}`);
    for (const { field, before, after } of fields)
      print(`    ${field}: ${JSON.stringify(before)} -> ${JSON.stringify(after)}`);
  }
  for (const { kind, name } of found.kept)
    print(
      `  The ${kind} ${name} belongs to the folder and is not in it. It stays without --prune.`,
    );
  for (const { project, environment, impact } of found.impact)
    print(
      `In ${environment} of ${project}: ${impact.connections} connected SDKs; evaluations in this ` +
        `and the previous hour: ${impact.evaluations.yes} yes, ${impact.evaluations.no} no.`,
    );
  print(`Plan: ${summaryOf(found.summary)}.`);
  showProblems(printer, found);
}

function showProblems(printer: Printer, { errors, permissions, approvals }: Plan): void {
  const note = (line: string): void => printer.note(printable(line));
  for (const { kind, name, message } of errors) note(`Error: the ${kind} ${name}: ${message}`);
  for (const { permission, project, environment } of permissions)
    note(`Missing: ${[permission, project, environment].filter(Boolean).join(' in ')}`);
  for (const { project, environment, features } of approvals)
    note(`${environment} of ${project} requires approvals: ${features} features change there.`);
}

function summaryOf(summary: Plan['summary']): string {
  return (
    Object.entries(summary)
      .filter(([, count]) => count > 0)
      .map(([action, count]) => `${count} ${action}`)
      .join(', ') || 'nothing to do'
  );
}
