export const PASSWORD = 'Right-horse-battery-staple-1';
export const PROJECT = 'target';
export const FEATURES = `/api/admin/projects/${PROJECT}/features`;

/** Values of path parameters, unless {@link FIXED} or a thing has another one. */
export const NAMES = {
  projectId: PROJECT,
  featureName: 'target-feature',
  child: 'target-feature',
  parent: 'target-parent',
  key: 'target-feature',
  environment: 'development',
  name: 'target',
  contextField: 'target',
  legalValue: 'target',
  type: 'simple',
  value: 'target',
  appName: 'target',
  strategyName: 'target',
  token: 'target',
  id: '1',
  tokenId: '1',
  identityId: '1',
};

/** An environment of the project that requires approvals. */
export const APPROVED = 'target';

const IN_PLACE =
  '/api/admin/projects/{projectId}/features/{featureName}/environments/{environment}';

/** Other values of parameters, by the start of the path. */
export const FIXED = [
  ['/api/admin/archive/revive/', 'featureName', 'target-archived'],
  ['/api/admin/archive/{featureName}', 'featureName', 'target-archived'],
  ['/api/admin/feature-types/', 'id', 'release'],
  [
    '/api/admin/projects/{projectId}/features/{featureName}/changeProject',
    'featureName',
    'target-movable',
  ],
  // The release plan of the other requests is in another environment.
  [`${IN_PLACE}/release-plans`, 'environment', 'production'],
  [`${IN_PLACE}/release-plans/`, 'environment', 'development'],
  [
    `/api/admin/projects/{projectId}/environments/{environment}/change-requests`,
    'environment',
    APPROVED,
  ],
];

/** @typedef {(method: string, path: string, body?: object) => Promise<{ text: string }>} Send */

/**
 * Something that requests are about: how to find it, and the request or function that creates it
 * when it is missing. `detail`: takes the body of the list and returns the path whose body `pick`
 * is given.
 * @typedef {{ places: [start: string, parameter: string][], list: string,
 *   detail?: (body: any) => string | undefined, pick: (body: any) => unknown,
 *   make: [string, string, object?] | ((send: Send) => Promise<void>) }} Thing
 */

const admin = (path) => `/api/admin/${path}`;
const named = (list, key = 'name', value = 'target') => list?.find((one) => one[key] === value);
const STRATEGIES = `${FEATURES}/target-feature/environments/development/strategies`;
const CHANGE_REQUESTS = `/api/admin/projects/${PROJECT}/change-requests`;
const TEMPLATES = '/api/admin/release-plan-templates';
const SOON = new Date(Date.now() + 7 * 86_400_000).toISOString();

const CHANGES = `/api/admin/projects/${PROJECT}/environments/${APPROVED}/change-requests`;
const ON = { enabled: true };
const TEMPLATE = {
  name: 'target',
  milestones: [{ name: 'target', strategies: [{ strategyName: 'default' }] }],
};

const PLANS = `${FEATURES}/target-feature/environments/development/release-plans`;
const LINK = { url: 'https://example.com/target' };

/**
 * Creates the template, or restores its milestones.
 * @param {Send} send
 */
async function makeTemplate(send) {
  const { text } = await send('GET', TEMPLATES);
  const present = named(JSON.parse(text));
  if (present) await send('PUT', `${TEMPLATES}/${present.id}`, TEMPLATE);
  else await send('POST', TEMPLATES, TEMPLATE);
}

/**
 * Adds a release plan with a safeguard to the feature.
 * @param {Send} send
 */
async function makePlan(send) {
  const milestones = ['one', 'two'].map((name) => ({ ...TEMPLATE.milestones[0], name }));
  await send('POST', TEMPLATES, { name: 'planned', milestones });
  const { text } = await send('GET', TEMPLATES);
  const templateId = named(JSON.parse(text), 'name', 'planned')?.id;
  const added = await send('POST', PLANS, { templateId });
  const { id } = JSON.parse(added.text);
  await send('PUT', `${PLANS}/${id}/safeguards`, {
    impactMetric: {
      metricName: 'evaluations',
      timeRange: 'day',
      aggregationMode: 'count',
      labelSelectors: {},
    },
    triggerCondition: { operator: '>', threshold: 1_000_000_000 },
  });
}

/** @type {Thing[]} */
export const THINGS = [
  {
    places: [['/api/admin/', 'strategyId']],
    list: STRATEGIES,
    pick: (body) => body[0]?.id,
    make: ['POST', STRATEGIES, { name: 'default' }],
  },
  {
    places: [[admin('segments/'), 'id']],
    list: admin('segments'),
    pick: ({ segments }) => named(segments)?.id,
    make: ['POST', admin('segments'), { name: 'target', constraints: [] }],
  },
  {
    places: [
      ['/api/admin/', 'groupId'],
      ['/scim/v2/Groups/', 'id'],
    ],
    list: admin('groups'),
    pick: ({ groups }) => named(groups)?.id,
    make: ['POST', admin('groups'), { name: 'target', users: [] }],
  },
  {
    places: [
      [admin('user-admin/'), 'id'],
      ['/api/admin/', 'userId'],
      ['/scim/v2/Users/', 'id'],
    ],
    list: admin('user-admin/search?q=bounds-target'),
    pick: (body) =>
      [body.users ?? body].flat().find(({ username }) => username === 'bounds-target')?.id,
    make: [
      'POST',
      admin('user-admin'),
      { username: 'bounds-target', password: PASSWORD, rootRole: 'Viewer' },
    ],
  },
  {
    places: [['/api/admin/', 'roleId']],
    list: admin('roles'),
    pick: ({ roles }) => named(roles)?.id,
    make: ['POST', admin('roles'), { name: 'target', type: 'root-custom', permissions: [] }],
  },
  {
    places: [[admin('service-account/'), 'id']],
    list: admin('service-account'),
    pick: ({ serviceAccounts }) => named(serviceAccounts, 'username')?.id,
    make: [
      'POST',
      admin('service-account'),
      { username: 'target', name: 'target', rootRole: 'Viewer' },
    ],
  },
  {
    places: [[admin('addons/'), 'id']],
    list: admin('addons'),
    pick: ({ addons }) => addons[0]?.id,
    make: [
      'POST',
      admin('addons'),
      {
        provider: 'webhook',
        enabled: false,
        parameters: { url: 'https://example.com' },
        events: ['feature-created'],
      },
    ],
  },
  {
    places: [
      [admin('invite-link/tokens/'), 'token'],
      ['/invite/', 'token'],
    ],
    list: admin('invite-link/tokens'),
    pick: ({ tokens }) => tokens[0]?.secret,
    make: ['POST', admin('invite-link/tokens'), { name: 'target', expiresAt: SOON }],
  },
  {
    places: [
      [admin('api-tokens/'), 'token'],
      [admin('projects/{projectId}/api-tokens/'), 'token'],
    ],
    list: admin('api-tokens/target'),
    pick: ({ tokens }) => tokens[0]?.secret,
    make: [
      'POST',
      admin('api-tokens'),
      { type: 'client', tokenName: 'target', environment: 'development', projects: [PROJECT] },
    ],
  },
  {
    places: [[`/api/admin/projects/{projectId}/schedules/`, 'id']],
    list: `/api/admin/projects/${PROJECT}/schedules?state=pending`,
    pick: ({ schedules }) => schedules[0]?.id,
    make: [
      'POST',
      `${FEATURES}/target-feature/environments/development/schedule`,
      { action: 'off', at: SOON },
    ],
  },
  {
    places: [
      [`/api/admin/projects/{projectId}/change-requests/`, 'id'],
      [`/api/admin/projects/{projectId}/change-requests/`, 'changeRequestId'],
      [admin('playground/change-request/'), 'id'],
    ],
    list: CHANGE_REQUESTS,
    pick: (body) => body.find(({ state }) => state === 'Draft')?.id,
    make: ['POST', CHANGES, { action: 'updateEnabled', feature: 'target-feature', payload: ON }],
  },
  {
    places: [[`/api/admin/projects/{projectId}/change-requests/`, 'changeId']],
    list: CHANGE_REQUESTS,
    pick: (body) => body.find(({ state }) => state === 'Draft')?.features[0]?.changes[0]?.id,
    make: ['POST', CHANGES, { action: 'updateEnabled', feature: 'target-feature', payload: ON }],
  },
  ...[
    ['templateId', (template) => template.id],
    ['milestoneId', (template) => template.milestones[0]?.id],
    ['strategyId', (template) => template.milestones[0]?.strategies[0]?.id],
  ].map(([parameter, pick]) => ({
    places: [[TEMPLATES, parameter]],
    list: TEMPLATES,
    // The list has no strategies.
    detail: (body) => named(body) && `${TEMPLATES}/${named(body).id}`,
    pick,
    make: makeTemplate,
  })),
  ...[
    [`${IN_PLACE}/`, 'planId', (plan) => plan.id],
    [`${IN_PLACE}/release-plans/`, 'milestoneId', (plan) => plan.milestones[1]?.id],
    [`${IN_PLACE}/release-plans/`, 'safeguardId', (plan) => plan.safeguards[0]?.id],
    [`${IN_PLACE}/progressions/`, 'sourceMilestoneId', (plan) => plan.milestones[0]?.id],
    [
      `${IN_PLACE}/milestone-strategies/`,
      'strategyId',
      (plan) => plan.milestones[1]?.strategies[0]?.id,
    ],
  ].map(([start, parameter, pick]) => ({
    places: [[start, parameter]],
    list: PLANS,
    pick: (body) => body[0] && pick(body[0]),
    make: makePlan,
  })),
  {
    places: [['/api/admin/projects/{projectId}/features/{featureName}/link/', 'linkId']],
    list: `${FEATURES}/target-feature`,
    pick: ({ links }) => links?.[0]?.id,
    make: ['POST', `${FEATURES}/target-feature/link`, LINK],
  },
  {
    places: [['/api/admin/projects/{projectId}/context/', 'contextField']],
    list: `/api/admin/projects/${PROJECT}/context/target-own`,
    pick: ({ name }) => name,
    make: [
      'POST',
      `/api/admin/projects/${PROJECT}/context`,
      { name: 'target-own', legalValues: [{ value: 'target' }] },
    ],
  },
  {
    places: [[admin('banners/'), 'id']],
    list: admin('banners'),
    pick: ({ banners }) => banners[0]?.id,
    make: ['POST', admin('banners'), { message: 'target' }],
  },
  {
    places: [],
    list: admin('context/target'),
    pick: ({ name }) => name,
    make: ['POST', admin('context'), { name: 'target', legalValues: [{ value: 'target' }] }],
  },
  {
    places: [],
    list: admin('strategies/target'),
    pick: ({ name }) => name,
    make: ['POST', admin('strategies'), { name: 'target', parameters: [] }],
  },
  {
    places: [],
    list: admin('tag-types/target'),
    pick: (body) => body.tagType?.name,
    make: ['POST', admin('tag-types'), { name: 'target' }],
  },
  {
    places: [],
    list: admin('tags/simple/target'),
    pick: (body) => body.tag?.value,
    make: ['POST', admin('tags'), { type: 'simple', value: 'target' }],
  },
  {
    places: [],
    list: admin('metrics/applications/target'),
    pick: ({ appName }) => appName,
    make: ['POST', admin('metrics/applications/target'), { description: 'target' }],
  },
];
