import type { TestService } from '../../support/service.js';
import { unique } from '../../support/given.js';

export const PROJECTS = '/api/admin/projects';

/** Something in a project, as its address. */
export const inProject = (project: string, rest: string): string =>
  `${PROJECTS}/${project}/${rest}`;

/** A feature of a project that came into being some days ago. @returns Its name. */
export async function aged(
  service: TestService,
  project: string,
  days: number,
  properties: object = {},
): Promise<string> {
  const name = unique();
  const createdAt = new Date(Date.now() - days * 86_400_000).toISOString();
  await service.api
    .post(inProject(project, 'features'), { name, createdAt, ...properties })
    .expect(201);
  return name;
}

/** Turns a feature of a project on in an environment. */
export async function turnOn(
  service: TestService,
  project: string,
  feature: string,
  environment: string,
): Promise<void> {
  await service.api
    .post(inProject(project, `features/${feature}/environments/${environment}/on`))
    .expect(200);
}
