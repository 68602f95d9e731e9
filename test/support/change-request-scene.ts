import { give, MEMBER, type SignedIn, somebody } from './access.js';
import type { Api, HttpCall } from './api.js';
import { unique } from './given.js';
import type { TestService } from './service.js';

const PROJECTS = '/api/admin/projects';

/** A change of a change request. */
export interface GivenChange {
  action: string;
  feature?: string;
  payload?: unknown;
}

/** A project whose environment `production` requires approvals, and two of its members. */
export class ChangeRequestScene {
  private constructor(
    private readonly service: TestService,
    readonly project: string,
    readonly author: SignedIn,
    readonly reviewer: SignedIn,
  ) {}

  static async create(service: TestService, requiredApprovals = 1): Promise<ChangeRequestScene> {
    const project = await service.given.project();
    const [author, reviewer] = [await somebody(service), await somebody(service)];
    await give(service, project, [MEMBER], { users: [author.id, reviewer.id] });
    const scene = new ChangeRequestScene(service, project, author, reviewer);
    await scene.require(requiredApprovals);
    return scene;
  }

  get path(): string {
    return `${PROJECTS}/${this.project}/change-requests`;
  }

  /** Another member of the project. */
  async member(): Promise<SignedIn> {
    const one = await somebody(this.service);
    await give(this.service, this.project, [MEMBER], { users: [one.id] });
    return one;
  }

  /** Sets how many approvals production requires; null for none. */
  async require(requiredApprovals: number | null, environment = 'production'): Promise<void> {
    await this.service.api
      .put(`${PROJECTS}/${this.project}/environments/${environment}/change-requests/config`, {
        changeRequestsEnabled: requiredApprovals !== null,
        ...(requiredApprovals === null ? {} : { requiredApprovals }),
      })
      .expect(204);
  }

  at(feature: string, environment?: string): string {
    const path = `${PROJECTS}/${this.project}/features/${feature}`;
    return environment ? `${path}/environments/${environment}` : path;
  }

  async feature({ on = false } = {}): Promise<string> {
    const name = unique();
    await this.service.api.post(`${PROJECTS}/${this.project}/features`, { name }).expect(201);
    if (on) {
      await this.require(null);
      await this.service.api.post(`${this.at(name, 'production')}/on`).expect(200);
      await this.require(1);
    }
    return name;
  }

  add(changes: GivenChange | GivenChange[], api: Api = this.author.api): HttpCall {
    return api.post(`${PROJECTS}/${this.project}/environments/production/change-requests`, changes);
  }

  state(id: number, state: string, api: Api, comment?: string): HttpCall {
    return api.put(`${this.path}/${id}/state`, { state, ...(comment ? { comment } : {}) });
  }

  /** A change request in review. @returns Its id. */
  async inReview(changes: GivenChange | GivenChange[]): Promise<number> {
    const { body } = await this.add(changes).expect(200);
    await this.state(body.id, 'In review', this.author.api).expect(200);
    return body.id as number;
  }

  /** An approved change request. @returns Its id. */
  async approved(changes: GivenChange | GivenChange[]): Promise<number> {
    const id = await this.inReview(changes);
    await this.state(id, 'Approved', this.reviewer.api).expect(200);
    return id;
  }

  /** Applies changes by a change request. @returns Its id. */
  async applied(changes: GivenChange | GivenChange[]): Promise<number> {
    const id = await this.approved(changes);
    await this.state(id, 'Applied', this.reviewer.api).expect(200);
    return id;
  }

  /** The newest events of the project, newest first. */
  async events(limit = 50): Promise<{ type: string; changeRequestId?: number; data: never }[]> {
    const query = `project=IS:${this.project}&limit=${limit}`;
    const { body } = await this.service.api.get(`/api/admin/search/events?${query}`).expect(200);
    return body.events;
  }

  /** Whether a feature is on in production. */
  async isOn(feature: string): Promise<boolean> {
    const { body } = await this.service.api.get(this.at(feature, 'production')).expect(200);
    return body.enabled as boolean;
  }
}
