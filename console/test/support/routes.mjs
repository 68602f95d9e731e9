// The pages of the console, from the sources of its routes.
import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const SOURCES = 'console/src';
const PATH = /'(\/[a-z:/-]*)'/g;
const FEATURE = '/projects/default/features/express-checkout';
const SECTIONS = [
  ...['variants', 'usage', 'delivery', 'schedules', 'plans', 'dependencies', 'history', 'past'],
  ...['manage', 'compare', 'emergency', 'cleanup'],
];
/** Pages that people see without a session; journeys examine them. */
const PUBLIC = ['/sign-in', '/forgot-password', '/new-user', '/reset-password'];

/** The addresses of all pages that need a session, on the demo data, with one of each thing. */
export async function pathsOf(service) {
  const parameters = await parametersOf(service);
  const files = readdirSync(SOURCES, { recursive: true, encoding: 'utf8' });
  const paths = files
    .filter((file) => /(\broutes|-paths?)\.ts$/.test(file))
    .flatMap((file) => [...readFileSync(join(SOURCES, file), 'utf8').matchAll(PATH)])
    .map(([, path]) => path.replace(/:\w+/g, (parameter) => parameters[parameter] ?? parameter));
  assert.ok(paths.length > 40, 'The paths of routes are found.');
  const sections = SECTIONS.map((section) => `${FEATURE}?section=${section}`);
  return [...new Set([...paths, ...sections])].filter((path) => !PUBLIC.includes(path)).sort();
}

/** What the parameters of paths stand for; creates what the demo data lacks. */
async function parametersOf(service) {
  const { users } = await service.call('GET', '/user-admin');
  const { id } = await service.call('POST', '/addons', {
    ...{ provider: 'webhook', enabled: false, events: ['feature-created'] },
    parameters: { url: 'https://shop.example/hook' },
  });
  return {
    ':project': 'default',
    ':feature': 'express-checkout',
    ':application': 'shop-backend',
    ':user': String(users[0].id),
    ':id': String(id),
    ':template': await templateOf(service),
    ':request': String(await changeRequestOf(service)),
  };
}

/** A template of a release plan, which the feature has in production. */
async function templateOf(service) {
  const rollout = (percent) => ({
    strategyName: 'flexibleRollout',
    parameters: { rollout: percent },
  });
  const { id } = await service.call('POST', '/release-plan-templates', {
    name: 'Slowly',
    description: 'First a tenth of all people, then everybody',
    milestones: [
      {
        ...{ name: '10 %', strategies: [rollout('10')] },
        transitionCondition: { intervalMinutes: 1440 },
      },
      { name: 'Everybody', strategies: [rollout('100')] },
    ],
  });
  const at = '/projects/default/features/express-checkout/environments/production/release-plans';
  const plan = await service.call('POST', at, { templateId: id });
  await service.call('PUT', `${at}/${plan.id}/safeguards`, {
    impactMetric: {
      ...{ metricName: 'evaluations', timeRange: 'hour', aggregationMode: 'avg' },
      labelSelectors: { enabled: ['false'] },
    },
    triggerCondition: { operator: '>', threshold: 0.9 },
  });
  return id;
}

async function changeRequestOf(service) {
  const at = '/projects/default/environments/development/change-requests';
  await service.call('PUT', `${at}/config`, { changeRequestsEnabled: true, requiredApprovals: 2 });
  const { id } = await service.call('POST', at, {
    ...{ action: 'updateEnabled', feature: 'express-checkout' },
    payload: { enabled: false },
  });
  await service.call('PUT', `/projects/default/change-requests/${id}/state`, {
    state: 'In review',
  });
  return id;
}
