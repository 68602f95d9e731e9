import type { DrillResponse } from '../../src/instance/drill/drill.response.js';
import type { TestService } from './service.js';
import { eventually } from './waiting.js';

export type DrillStatus = DrillResponse;

/** What an instance says about the drills. */
export async function drillStatus(service: TestService): Promise<DrillStatus> {
  return (await service.api.get('/api/admin/instance-admin/drill').expect(200)).body as DrillStatus;
}

/** Waits until so many more drills have ended. */
export async function untilDrilled(service: TestService, count: number): Promise<DrillStatus> {
  const { budget } = await drillStatus(service);
  return eventually(
    () => drillStatus(service),
    (found) => found.budget.drills >= budget.drills + count,
  );
}
