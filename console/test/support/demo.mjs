// Fills an instance with what a small shop would have, for screenshots and for walks through pages.

const FEATURES = {
  'express-checkout': ['release', 'Pay with one click'],
  'checkout-redesign': ['release', 'The new checkout, with fewer steps'],
  'search-suggestions': ['experiment', 'Suggestions while typing'],
  'search-ranking': ['experiment', 'Rank by what people bought'],
  'autumn-banner': ['operational', 'The banner of the autumn sale'],
  'maintenance-page': ['kill-switch', 'Shows that the shop is closed'],
  'invoice-archive': ['permission', 'Invoices of the last ten years'],
  'gift-cards': ['release', 'Cards that can be bought and redeemed'],
  'stock-in-search': ['release', ''],
  'old-basket': ['release', 'The basket before the redesign'],
};
const CONTEXT = { country: 'Where the person lives', appVersion: 'Version of the mobile app' };
const ON_IN_PRODUCTION = ['express-checkout', 'checkout-redesign', 'search-ranking', 'gift-cards'];
const HOURS = 12;
const DAY_MS = 86_400_000;
const INSTANCES = 3;

/** Creates projects, features, people, segments, and SDKs that have asked for features. */
export async function fillDemo(service) {
  await createFeatures(service);
  await createTargeting(service);
  await createPeople(service);
  await reportUsage(service);
  await createSchedules(service);
}

async function createFeatures({ call }) {
  await call('POST', '/projects', {
    id: 'mobile',
    name: 'Mobile app',
    description: 'iOS, Android',
  });
  await call('POST', '/projects/mobile/features', { name: 'dark-mode', type: 'release' });
  for (const [name, [type, description]] of Object.entries(FEATURES)) {
    await call('POST', '/projects/default/features', { name, type, description });
    await call('POST', `${environment(name, 'development')}/on`);
  }
  for (const name of ON_IN_PRODUCTION) await call('POST', `${environment(name, 'production')}/on`);
  for (const name of ['search-ranking', 'search-suggestions'])
    await call('POST', `/features/${name}/tags`, { type: 'simple', value: 'search' });
  await call('POST', '/projects/default/stale', { features: ['old-basket'], stale: true });
  await call('POST', '/projects/default/features/express-checkout/dependencies', {
    feature: 'checkout-redesign',
  });
}

const environment = (feature, name) => `/projects/default/features/${feature}/environments/${name}`;

/** Two of them are in conflict. */
async function createSchedules({ call }) {
  const inDays = (days, hour) => {
    const day = new Date(Date.now() + days * DAY_MS).toISOString().slice(0, 10);
    return `${day}T${hour}:00:00Z`;
  };
  const rule = 'FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR';
  for (const [feature, schedule] of [
    ['stock-in-search', { action: 'on', at: inDays(1, '09'), durationMinutes: 480, rule }],
    ['autumn-banner', { action: 'on', at: inDays(3, '08') }],
    ['autumn-banner', { action: 'off', at: inDays(10, '20') }],
    ['old-basket', { action: 'archive', at: inDays(5, '10') }],
    ['old-basket', { action: 'on', at: inDays(6, '10') }],
  ])
    await call('POST', `${environment(feature, 'production')}/schedule`, schedule);
}

async function createTargeting({ call }) {
  for (const [name, description] of Object.entries(CONTEXT))
    await call('POST', '/context', { name, description });
  const { id } = await call('POST', '/segments', {
    name: 'Beta testers',
    description: 'People who want to see new things first',
    constraints: [{ contextName: 'userId', operator: 'IN', values: ['17', '42', '99'] }],
  });
  const production = environment('express-checkout', 'production');
  const [strategy] = await call('GET', `${production}/strategies`);
  await call('POST', `${production}/strategies`, {
    name: 'flexibleRollout',
    title: 'Beta testers at home',
    parameters: { rollout: '25', stickiness: 'default', groupId: 'express-checkout' },
    constraints: [
      { contextName: 'country', operator: 'IN', values: ['DE', 'AT', 'CH'] },
      { contextName: 'appVersion', operator: 'SEMVER_GT', value: '4.2.0' },
    ],
    segments: [id],
  });
  await call('POST', `${production}/strategies`, {
    name: 'userWithId',
    title: 'The team',
    parameters: { userIds: 'anna,ben' },
  });
  await call('DELETE', `${production}/strategies/${strategy.id}`);
}

async function createPeople({ call }) {
  const { id } = await call('POST', '/user-admin', {
    ...{ username: 'anna', name: 'Anna Bauer', email: 'anna@shop.example' },
    ...{ rootRole: 2, sendEmail: false, password: 'Password-of-the-tests-2' },
  });
  await call('POST', '/groups', {
    name: 'Checkout team',
    description: 'Owns everything between basket and payment',
    users: [{ user: { id } }],
  });
}

/** Registers SDKs in production, and counts evaluations of some hours. */
async function reportUsage({ call, url }) {
  const { secret } = await call('POST', '/api-tokens', {
    ...{ tokenName: 'shop-backend', type: 'client', environment: 'production' },
    projects: ['*'],
  });
  const send = (path, body) =>
    fetch(`${url}/api/client/${path}`, {
      method: 'POST',
      headers: { Authorization: secret, 'Content-Type': 'application/json' },
      body: JSON.stringify(body),
    });
  for (let instance = 1; instance <= INSTANCES; instance++) {
    const app = { appName: 'shop-backend', instanceId: `backend-${instance}` };
    await send('register', {
      ...{ ...app, sdkVersion: 'unleash-client-node:6.6.0', strategies: ['default'] },
      ...{ started: new Date().toISOString(), interval: 15_000 },
    });
    for (let hour = 0; hour < HOURS; hour++)
      await send('metrics', { ...app, bucket: bucketOf(hour, instance) });
    await fetch(`${url}/api/client/features`, {
      headers: {
        Authorization: secret,
        'unleash-appname': app.appName,
        'unleash-instanceid': app.instanceId,
      },
    });
  }
}

function bucketOf(hour, instance) {
  const stop = new Date(Date.now() - hour * 3_600_000);
  const count = (name, yes) => [name, { yes, no: 40 + 3 * hour, variants: {} }];
  const toggles = ON_IN_PRODUCTION.map((name, index) =>
    count(name, 300 + 40 * ((hour * 7 + index * 3 + instance) % 9)),
  );
  return {
    ...{ start: new Date(stop - 60_000).toISOString(), stop: stop.toISOString() },
    toggles: Object.fromEntries(toggles),
  };
}
