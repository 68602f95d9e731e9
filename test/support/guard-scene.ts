import { eventsOf, type RecordedEvent } from './events.js';
import { unique } from './given.js';
import type { TestService } from './service.js';

export type Level = 'none' | 'warn' | 'block';

/** One of the warnings of a response. */
export interface Warning {
  type: string;
  count: number;
  features: string[];
}
export const typesOf = (warnings: Warning[]): string[] => warnings.map(({ type }) => type);

export const at = (id: string, feature: string): string =>
  `/api/admin/projects/${id}/features/${feature}`;
export const offOf = (id: string, feature: string, environment = 'production'): string =>
  `${at(id, feature)}/environments/${environment}/off`;

/** Projects with guards, and features that are in use. */
export class GuardScene {
  constructor(private readonly service: TestService) {}

  /**
   * Creates a project with this guard.
   * @returns Its id.
   */
  async project(guard: Level = 'none', properties: Record<string, unknown> = {}): Promise<string> {
    const id = await this.service.given.project(properties);
    if (guard !== 'none')
      await this.service.api.put(`/api/admin/projects/${id}/guard`, { guard }).expect(200);
    return id;
  }

  /**
   * Creates a feature that is on in some environments.
   * @returns Its name.
   */
  async feature(id: string, enabledIn: string[] = ['production']): Promise<string> {
    const name = unique();
    await this.service.api.post(`/api/admin/projects/${id}/features`, { name }).expect(201);
    for (const environment of enabledIn)
      await this.service.api.post(`${at(id, name)}/environments/${environment}/on`).expect(200);
    return name;
  }

  depend(id: string, child: string, parent: string) {
    return this.service.api.post(`${at(id, child)}/dependencies`, { feature: parent });
  }

  /** Creates a feature on which others depend. */
  async parentOf(id: string, children = 1, enabledIn = ['production']) {
    const parent = await this.feature(id, enabledIn);
    const names: string[] = [];
    for (let n = 0; n < children; n++) names.push(await this.feature(id, enabledIn));
    for (const child of names) await this.depend(id, child, parent).expect(200);
    return { parent, children: names.sort() };
  }

  /** Stores usage of a feature in an earlier hour of the clock. */
  evaluated(
    name: string,
    { hoursAgo = 0, yes = 5, no = 0, environment = 'production' } = {},
  ): Promise<object[]> {
    return this.service.sql(
      `INSERT INTO client_metric (feature_name, app_name, environment, hour, yes, no)
       VALUES ($1, $2, $3, date_trunc('hour', now(), 'UTC') - $4::int * interval '1 hour', $5, $6)`,
      [name, unique('app'), environment, hoursAgo, yes, no],
    );
  }

  async isOn(id: string, name: string, environment = 'production'): Promise<boolean> {
    const path = `${at(id, name)}/environments/${environment}`;
    return (await this.service.api.get(path).expect(200)).body.enabled as boolean;
  }

  offEvents(name: string): Promise<RecordedEvent[]> {
    return eventsOf(this.service, name, 'feature-environment-disabled');
  }
}
