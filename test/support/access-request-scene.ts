import { give, OWNER, type SignedIn, somebody } from './access.js';
import type { HttpCall } from './api.js';
import { unique } from './given.js';
import type { TestService } from './service.js';

/** The path of requests for access to a project. */
export const requestsOf = (project: string): string =>
  `/api/admin/projects/${project}/access-requests`;

/** A project that only members change, its owner, and somebody who asks for access. */
export interface AskedProject {
  project: string;
  feature: string;
  owner: SignedIn;
  asker: SignedIn;
}

export async function askedProject(service: TestService): Promise<AskedProject> {
  const project = unique('asked');
  const body = { id: project, name: project, mode: 'protected' };
  await service.api.post('/api/admin/projects', body).expect(201);
  const feature = unique();
  await service.api.post(`/api/admin/projects/${project}/features`, { name: feature }).expect(201);
  const [owner, asker] = [await somebody(service), await somebody(service)];
  await give(service, project, [OWNER], { users: [owner.id] });
  return { project, feature, owner, asker };
}

/** Asks for a role. @returns The id of the request. */
export async function ask(
  { project, asker }: AskedProject,
  wish: { roleId: number; [property: string]: unknown },
): Promise<number> {
  const body = { minutes: 60, reason: 'INC-4711', ...wish };
  return (await asker.api.post(requestsOf(project), body).expect(201)).body.id as number;
}

export const approve = (
  { project, owner }: AskedProject,
  id: number,
  body: object = {},
): HttpCall => owner.api.post(`${requestsOf(project)}/${id}/approve`, body);

/** Turns the feature on and off again, as the asker. @returns The statuses. */
export async function switching(
  { project, feature, asker }: AskedProject,
  environment: string,
): Promise<number> {
  const path = `/api/admin/projects/${project}/features/${feature}/environments/${environment}`;
  const { status } = await asker.api.post(`${path}/on`);
  return status;
}

/** Lets the time of an approved request come. */
export const expire = (service: TestService, id: number): Promise<unknown> =>
  service.sql(
    `UPDATE access_request SET expires_at = clock_timestamp() - interval '1 millisecond'
      WHERE id = $1`,
    [id],
  );
