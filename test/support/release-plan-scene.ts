import type { Api, HttpCall } from './api.js';
import { at } from './api.js';
import { unique } from './given.js';
import type { TestService } from './service.js';

export const TEMPLATES = '/api/admin/release-plan-templates';

/** A strategy of a milestone, as responses show it. */
export interface PlanStrategy {
  id: string;
  milestoneId: string;
  strategyName: string;
  parameters: Record<string, string>;
}

/** A milestone, as responses show it. */
export interface Milestone {
  id: string;
  name: string;
  startedAt: string | null;
  pausedAt: string | null;
  progressionExecutedAt: string | null;
  transitionCondition: { intervalMinutes: number } | null;
  strategies: PlanStrategy[];
}

/** A release plan, as responses show it. */
export interface Plan {
  id: string;
  activeMilestoneId: string | null;
  progressionDueAt: string | null;
  milestones: Milestone[];
  safeguards: { id: string }[];
}

/** A strategy that reaches a share of the users. */
export const rollout = (percent: number, more: object = {}) => ({
  strategyName: 'flexibleRollout',
  parameters: { rollout: String(percent), stickiness: 'default' },
  ...more,
});

/** A milestone with one rollout. */
export const milestone = (percent: number, more: object = {}) => ({
  name: `${percent} %`,
  strategies: [rollout(percent)],
  ...more,
});

/** Creates templates, and features with plans. */
export class ReleasePlanScene {
  constructor(private readonly service: TestService) {}

  /** @returns The id of a new template. */
  async template(milestones: object[] = [milestone(10), milestone(50), milestone(100)]) {
    const { body } = await this.service.api
      .post(TEMPLATES, { name: unique(), milestones })
      .expect(200);
    return body.id as string;
  }

  plansOf(feature: string, environment = 'production'): string {
    return `${at(feature, environment)}/release-plans`;
  }

  add(feature: string, templateId: string, api: Api = this.service.api): HttpCall {
    return api.post(this.plansOf(feature), { templateId });
  }

  /** A feature that is on in production, with a plan whose first milestone is active. */
  async started(milestones?: object[]): Promise<{ feature: string; plan: Plan }> {
    const feature = await this.service.given.feature({ enabledIn: ['production'] });
    await this.withoutOthers(feature);
    const { body } = await this.add(feature, await this.template(milestones)).expect(200);
    return { feature, plan: body as Plan };
  }

  /** Removes the default strategy, and leaves the feature on. */
  private async withoutOthers(feature: string): Promise<void> {
    await this.service.sql(
      `WITH gone AS (DELETE FROM feature_strategy WHERE feature_name = $1)
       UPDATE feature_environment SET enabled = true
        WHERE feature_name = $1 AND environment = 'production'`,
      [feature],
    );
  }

  start(feature: string, plan: Plan, index: number, api: Api = this.service.api): HttpCall {
    const path = `${plan.id}/milestones/${plan.milestones[index]!.id}/start`;
    return api.post(`${this.plansOf(feature)}/${path}`);
  }

  async plan(feature: string): Promise<Plan> {
    const { body } = await this.service.api.get(this.plansOf(feature)).expect(200);
    return (body as Plan[])[0]!;
  }

  /** The rollouts of a feature in production, with the milestone if there is one. */
  async rollouts(feature: string): Promise<[rollout: string, milestoneId?: string][]> {
    const { body } = await this.service.api.get(`${at(feature, 'production')}/strategies`);
    return (body as { parameters: { rollout: string }; milestoneId?: string }[]).map((one) =>
      one.milestoneId === undefined
        ? [one.parameters.rollout]
        : [one.parameters.rollout, one.milestoneId],
    );
  }

  async isOn(feature: string): Promise<boolean> {
    const { body } = await this.service.api.get(at(feature, 'production')).expect(200);
    return body.enabled as boolean;
  }
}
