import type { TestService } from '../../../support/service.js';
import { EventTally } from '../../../../src/core/event/event-tally.js';
import { unique } from '../../../support/given.js';
import { until } from '../../../support/waiting.js';

export const PROJECTS = '/api/admin/projects';

/** The path of something in a project. */
export const inProject = (project: string, rest: string): string =>
  `${PROJECTS}/${project}/${rest}`;

/**
 * Creates a feature with an earlier creation date.
 * @returns Its name.
 */
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

/** Recounts all events, after some were changed directly in the database. */
export async function recount(service: TestService): Promise<void> {
  await service.sql('SELECT recount_events()');
}

/** Resolves when all events are tallied; transactions of other tests may delay that. */
export function tallied(service: TestService): Promise<void> {
  return until(async () => {
    await service.service.app.get(EventTally).catchUp();
    const left = await service.sql(
      `SELECT FROM event
        WHERE transaction_id >= (SELECT transaction_id FROM event_tally_horizon)`,
    );
    return left.length === 0;
  });
}
