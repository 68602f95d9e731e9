import type { HttpCall } from './api.js';
import { unique } from './given.js';
import type { TestService } from './service.js';

export const PRODUCTION = 'production';
export const ROLLOUT = { name: 'flexibleRollout', parameters: { rollout: '100' } };
export const FOR_EUROPE = {
  ...ROLLOUT,
  constraints: [{ contextName: 'userId', operator: 'IN', values: ['eu'] }],
};

export const policyOf = (project: string): string => `/api/admin/projects/${project}/policy`;

/** A project with a policy, and what is done in it. */
export class PolicyScene {
  private constructor(
    readonly service: TestService,
    readonly project: string,
  ) {}

  static async of(service: TestService, policy: object = {}): Promise<PolicyScene> {
    const project = unique('ruled');
    await service.api.post('/api/admin/projects', { id: project, name: project }).expect(201);
    const scene = new PolicyScene(service, project);
    if (Object.keys(policy).length > 0) await scene.rule(policy).expect(200);
    return scene;
  }

  rule(policy: object): HttpCall {
    return this.service.api.put(policyOf(this.project), policy);
  }

  get features(): string {
    return `/api/admin/projects/${this.project}/features`;
  }

  create(properties: object = {}): HttpCall {
    return this.service.api.post(this.features, { name: unique(), ...properties });
  }

  /** A feature that exists before there are rules. @returns Its name. */
  async feature(properties: object = {}): Promise<string> {
    return (await this.create(properties).expect(201)).body.name as string;
  }

  at(feature: string, environment = PRODUCTION): string {
    return `${this.features}/${feature}/environments/${environment}`;
  }

  on(feature: string, environment?: string): HttpCall {
    return this.service.api.post(`${this.at(feature, environment)}/on`);
  }

  off(feature: string, environment?: string): HttpCall {
    return this.service.api.post(`${this.at(feature, environment)}/off`);
  }

  addStrategy(feature: string, strategy: object, environment?: string): HttpCall {
    return this.service.api.post(`${this.at(feature, environment)}/strategies`, strategy);
  }
}
