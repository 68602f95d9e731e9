import { CliError, type Connection } from '../connection.js';
import { type Format, printable, type Printer } from '../output.js';

interface AccessRequest {
  id: number;
  project: string;
  user: string;
  role: string;
  environment: string | null;
  minutes: number;
  reason: string;
  isEmergency: boolean;
  state: string;
  expiresAt: string | null;
}

interface OfProject {
  accessRequests: AccessRequest[];
  roles: { id: number; name: string }[];
}

/** What the commands about requests for access share. */
interface Options {
  project?: string;
  output: Format;
}

/** Options of `flags access ask`. */
export interface AskOptions extends Options {
  role: string;
  environment?: string;
  minutes: number;
  reason: string;
  emergency?: boolean;
}

/** Options of `flags access approve`, `deny` and `end`. */
export interface DecideOptions extends Options {
  minutes?: number;
  comment?: string;
}

const pathOf = (project: string): string =>
  `/api/admin/projects/${encodeURIComponent(project)}/access-requests`;

/** Asks for a role in a project for a time. The token has to be one of a person. */
export async function ask(
  connection: Connection,
  printer: Printer,
  { project, role, environment, minutes, reason, emergency, output }: AskOptions,
): Promise<void> {
  const path = pathOf(required(project));
  const { roles } = await connection.request<OfProject>(path);
  const wanted = roles.find(({ name }) => name.toLowerCase() === role.toLowerCase());
  if (!wanted) {
    const names = roles.map(({ name }) => name).join(', ');
    throw new CliError(printable(`There is no role "${role}" to ask for, but: ${names}.`), 2);
  }
  const place = environment === undefined ? {} : { environment };
  const wish = { roleId: wanted.id, ...place, minutes, reason, isEmergency: emergency === true };
  show(printer, await connection.request(path, { method: 'POST', body: wish }), output);
}

/** Lists the requests of a project, or those that concern the person. */
export async function listRequests(
  connection: Connection,
  printer: Printer,
  { project, output }: Options,
): Promise<void> {
  const found = project
    ? (await connection.request<OfProject>(pathOf(project))).accessRequests
    : await concerning(connection);
  printer.rows(
    found,
    {
      id: (one) => one.id,
      project: (one) => one.project,
      who: (one) => one.user,
      role: (one) => (one.environment ? `${one.role} in ${one.environment}` : one.role),
      minutes: (one) => one.minutes,
      state: (one) => (one.isEmergency ? `${one.state}, emergency` : one.state),
      until: (one) => one.expiresAt,
      reason: (one) => one.reason,
    },
    output,
  );
}

/** Approves, denies or ends a request. Its project is found when the person can decide about it. */
export async function decide(
  connection: Connection,
  printer: Printer,
  { id, what }: { id: number; what: 'approve' | 'deny' | 'end' },
  { project, minutes, comment, output }: DecideOptions,
): Promise<void> {
  const place = project ?? (await concerning(connection)).find((one) => one.id === id)?.project;
  const body = what === 'end' ? undefined : { minutes, comment };
  const path = `${pathOf(required(place))}/${id}/${what}`;
  show(printer, await connection.request(path, { method: 'POST', body }), output);
}

async function concerning(connection: Connection): Promise<AccessRequest[]> {
  const { own, waiting } = await connection.request<Record<'own' | 'waiting', AccessRequest[]>>(
    '/api/admin/access-requests',
  );
  return [...waiting, ...own];
}

/** @throws CliError without a project. */
function required(project: string | undefined): string {
  if (!project) throw new CliError('Name the project with --project.', 2);
  return project;
}

function show(printer: Printer, request: AccessRequest, output: Format): void {
  if (output === 'json') return printer.json(request);
  const { id, role, user, project, environment, state, expiresAt } = request;
  const place = environment === null ? project : `${environment} of ${project}`;
  const until = expiresAt !== null && state === 'active' ? ` until ${expiresAt}` : '';
  printer.print(printable(`Request ${id}, ${role} for ${user} in ${place}: ${state}${until}.`));
}
