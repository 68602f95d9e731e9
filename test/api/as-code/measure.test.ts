import { TestService } from '../../support/service.js';
import { apply, plan, rollout } from './folder.js';
let service: TestService;
beforeAll(async () => {
  service = await TestService.start();
});
afterAll(() => service.stop());
const many = (percent: number) => ({
  features: Array.from({ length: 1000 }, (_, n) => ({
    name: `many-${n}`,
    project: 'default',
    description: 'one of many',
    tags: [{ type: 'simple', value: `t${n % 20}` }],
    environments: ['development', 'production'].map((name) => ({
      name,
      enabled: n % 2 === 0,
      strategies: [rollout(percent), rollout(5)],
    })),
  })),
});
test('measure', async () => {
  const timed = async (label: string, work: () => Promise<unknown>) => {
    const start = performance.now();
    await work();
    console.info(label, Math.round(performance.now() - start));
  };
  for (let i = 0; i < 3; i++) await timed('plan create', () => plan(service, { state: many(10) }));
  await timed('apply create', () => apply(service, { state: many(10) }));
  for (let i = 0; i < 3; i++) await timed('plan nothing', () => plan(service, { state: many(10) }));
  for (let i = 0; i < 3; i++)
    await timed('plan change all', () => plan(service, { state: many(20) }));
  await timed('apply change', () => apply(service, { state: many(20) }));
}, 120000);
