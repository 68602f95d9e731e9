import { give, OWNER, type SignedIn, somebody } from './access.js';
import type { HttpCall } from './api.js';
import { unique } from './given.js';
import type { TestService } from './service.js';

/** A signal as the response to its creation shows it. */
export interface CreatedSignal {
  id: number;
  name: string;
  token: string;
}

/** A project with features, and an owner of signals for them. */
export class SignalScene {
  private constructor(
    readonly service: TestService,
    readonly project: string,
    readonly owner: SignedIn,
  ) {}

  static async create(service: TestService, roles = [OWNER]): Promise<SignalScene> {
    const project = await service.given.project();
    const owner = await somebody(service);
    await give(service, project, roles, { users: [owner.id] });
    return new SignalScene(service, project, owner);
  }

  get path(): string {
    return `/api/admin/projects/${this.project}/signals`;
  }

  at(feature: string, environment = 'production'): string {
    return `/api/admin/projects/${this.project}/features/${feature}/environments/${environment}`;
  }

  /** A feature that is on in both environments. */
  async feature(): Promise<string> {
    const { api } = this.service;
    const name = unique();
    await api.post(`/api/admin/projects/${this.project}/features`, { name }).expect(201);
    for (const environment of ['development', 'production'])
      await api.post(`${this.at(name, environment)}/on`).expect(200);
    return name;
  }

  async isOn(name: string, environment = 'production'): Promise<boolean> {
    const { body } = await this.service.api.get(this.at(name, environment)).expect(200);
    return body.enabled as boolean;
  }

  /** A signal of the owner, or of somebody else; features are those in production. */
  async signal(
    of: readonly (string | { feature: string; environment: string })[],
    owner = this.owner,
  ): Promise<CreatedSignal> {
    const targets = of.map((one) =>
      typeof one === 'string' ? { feature: one, environment: 'production' } : one,
    );
    const body = { name: unique().toLowerCase(), targets };
    return (await owner.api.post(this.path, body).expect(201)).body as CreatedSignal;
  }

  send({ name, token }: Omit<CreatedSignal, 'id'>, payload: object = {}): HttpCall {
    const call = this.service.api.as().post(`/api/signals/${name}`, payload);
    return call.set('authorization', `Bearer ${token}`);
  }
}
