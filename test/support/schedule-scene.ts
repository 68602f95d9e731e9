import { give, MEMBER, type SignedIn, somebody } from './access.js';
import type { Api, HttpCall } from './api.js';
import { unique } from './given.js';
import type { TestService } from './service.js';
import { eventually } from './waiting.js';

const PROJECTS = '/api/admin/projects';

/** A time in the future. */
export const later = (minutes = 60): string =>
  new Date(Date.now() + 60_000 * minutes).toISOString();

/** A schedule as the API shows it. */
export interface ShownSchedule {
  id: number;
  state: string;
  reason: string | null;
  nextAt: string | null;
  nextAction: string | null;
  executedAt: string | null;
}

/** A project with features, and a member who schedules changes of them. */
export class ScheduleScene {
  private constructor(
    readonly service: TestService,
    readonly project: string,
    readonly author: SignedIn,
  ) {}

  static async create(service: TestService): Promise<ScheduleScene> {
    const project = await service.given.project();
    const author = await somebody(service);
    await give(service, project, [MEMBER], { users: [author.id] });
    return new ScheduleScene(service, project, author);
  }

  get path(): string {
    return `${PROJECTS}/${this.project}/schedules`;
  }

  at(feature: string, environment?: string): string {
    const path = `${PROJECTS}/${this.project}/features/${feature}`;
    return environment ? `${path}/environments/${environment}` : path;
  }

  async feature({ on = false } = {}): Promise<string> {
    const name = unique();
    await this.service.api.post(`${PROJECTS}/${this.project}/features`, { name }).expect(201);
    if (on) await this.service.api.post(`${this.at(name, 'production')}/on`).expect(200);
    return name;
  }

  /** Sends a request for a schedule in production. */
  add(feature: string, schedule: object, api: Api = this.author.api): HttpCall {
    return api.post(`${this.at(feature, 'production')}/schedule`, { at: later(), ...schedule });
  }

  /** @returns The id of a new schedule. */
  async given(feature: string, schedule: object, api?: Api): Promise<number> {
    const { body } = await this.add(feature, schedule, api).expect(201);
    return body.id as number;
  }

  async get(id: number): Promise<ShownSchedule> {
    return (await this.service.api.get(`${this.path}/${id}`).expect(200)).body;
  }

  /** Lets a schedule become due, and waits until it has acted. */
  async executed(id: number, { secondsAgo = 1 } = {}): Promise<ShownSchedule> {
    const before = await this.get(id);
    await this.makeDue(id, secondsAgo);
    return eventually(
      () => this.get(id),
      ({ state, nextAction, executedAt }) =>
        state !== 'pending' || nextAction !== before.nextAction || executedAt !== before.executedAt,
    );
  }

  async makeDue(id: number, secondsAgo = 1): Promise<void> {
    await this.service.sql(
      'UPDATE schedule SET next_at = now() - make_interval(secs => $2) WHERE id = $1',
      [id, secondsAgo],
    );
  }

  async isOn(feature: string): Promise<boolean> {
    const path = this.at(feature, 'production');
    return (await this.service.api.get(path).expect(200)).body.enabled as boolean;
  }

  /** The newest events of a feature, newest first. */
  async events(
    feature: string,
  ): Promise<
    { type: string; scheduleId?: number; createdByUserId: number; data: Record<string, unknown> }[]
  > {
    const query = `feature=IS:${feature}&limit=50`;
    const { body } = await this.service.api.get(`/api/admin/search/events?${query}`).expect(200);
    return body.events;
  }

  /** Sets how many approvals production requires; null for none. */
  async require(requiredApprovals: number | null): Promise<void> {
    await this.service.api
      .put(`${PROJECTS}/${this.project}/environments/production/change-requests/config`, {
        changeRequestsEnabled: requiredApprovals !== null,
        ...(requiredApprovals === null ? {} : { requiredApprovals }),
      })
      .expect(204);
  }
}
