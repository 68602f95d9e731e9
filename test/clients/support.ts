import { at } from '../support/api.js';
import type { TestService } from '../support/service.js';
import { until } from '../support/waiting.js';

/**
 * Creates a feature that is on in development for the user 7 only, who gets the variant `blue`.
 * @returns Its name.
 */
export async function featureForSeven(service: TestService): Promise<string> {
  const name = await service.given.feature();
  const constraints = [{ contextName: 'userId', operator: 'IN', values: ['7'] }];
  const variants = [
    {
      name: 'blue',
      weight: 1000,
      weightType: 'variable',
      stickiness: 'default',
      payload: { type: 'string', value: '#00f' },
    },
  ];
  const strategy = {
    name: 'flexibleRollout',
    parameters: { rollout: '100', stickiness: 'default', groupId: name },
    constraints,
    variants,
  };
  await service.api.post(`${at(name, 'development')}/strategies`, strategy).expect(200);
  await service.api.post(`${at(name, 'development')}/on`).expect(200);
  return name;
}

export const turnOff = (service: TestService, feature: string) =>
  service.api.post(`${at(feature, 'development')}/off`).expect(200);

/** Waits until the reported usage of a feature can be read and the application is listed. */
export async function usageArrives(
  service: TestService,
  feature: string,
  appName: string,
): Promise<void> {
  await until(async () => {
    const { body } = await service.api
      .get(`/api/admin/client-metrics/features/${feature}/raw`)
      .expect(200);
    return (body.data as { appName: string; yes: number }[]).some(
      (row) => row.appName === appName && row.yes > 0,
    );
  });
  const { body } = await service.api.get('/api/admin/metrics/applications').expect(200);
  expect((body.applications as { appName: string }[]).map((one) => one.appName)).toContain(appName);
}
