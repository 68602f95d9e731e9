import type { TestService } from '../../../support/service.js';

export const PLAN = '/api/admin/flags-as-code/plan';
export const APPLY = '/api/admin/flags-as-code/apply';

/** A body of a plan. */
export interface PlanBody {
  owner?: string;
  adopt?: boolean;
  leftovers?: 'keep' | 'prune' | 'release';
  state: object;
}

const whole = (body: PlanBody): object => ({ owner: 'folder', ...body });

/** The plan of a folder. */
export async function plan(service: TestService, body: PlanBody) {
  return (await service.api.post(PLAN, whole(body)).expect(200)).body;
}

/** Plans and applies at once. */
export async function apply(service: TestService, body: PlanBody) {
  const { hash, seen } = await plan(service, body);
  return (await service.api.post(APPLY, { ...whole(body), hash, seen }).expect(200)).body;
}

/** A rollout to a share of everybody. */
export const rollout = (percent: number, more: object = {}): object => ({
  name: 'flexibleRollout',
  parameters: { rollout: String(percent), stickiness: 'default', groupId: 'group' },
  ...more,
});
