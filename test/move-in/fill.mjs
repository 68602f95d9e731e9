// Fills an Unleash with everything that can be moved: through its API, and in its database where
// only the paid edition has an API.

export const SECRETS = {
  admin: '*:*.admin-token-of-the-source',
  client: '*:development.client-token-of-the-source',
  production: '*:production.client-token-of-the-source',
  project: 'payments:development.client-token-of-payments',
  frontend: '*:development.frontend-token-of-the-source',
  personal: 'user:0123456789abcdef0123456789abcdef',
};
export const PASSWORD = 'Password-of-the-source-1';

/** Calls the API of a service with an admin token. */
export function caller(url, token) {
  return async (method, path, body) => {
    const response = await fetch(`${url}${path}`, {
      method,
      headers: { authorization: token, 'content-type': 'application/json' },
      body: body && JSON.stringify(body),
    });
    const text = await response.text();
    if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${text}`);
    return text ? JSON.parse(text) : undefined;
  };
}

const PAID = `
  INSERT INTO environments (name, type, sort_order, enabled) VALUES ('staging', 'preproduction', 7, true);
  INSERT INTO projects (id, name, description) VALUES ('payments', 'Payments', 'All about money');
  INSERT INTO project_settings (project, default_stickiness, project_mode, feature_limit, feature_naming_pattern, feature_naming_example, feature_naming_description)
    VALUES ('payments', 'userId', 'private', 50, '^[a-z.-]+$', 'a.b', 'Small letters');
  INSERT INTO project_environments (project_id, environment_name) VALUES
    ('payments', 'development'), ('payments', 'production'), ('payments', 'staging');
  INSERT INTO roles (id, name, description, type) VALUES (101, 'Releaser', 'Releases', 'custom'), (102, 'Auditor', 'Reads', 'root-custom');
  INSERT INTO role_permission (role_id, permission, environment) VALUES
    (101, 'UPDATE_FEATURE_ENVIRONMENT', 'staging'), (101, 'CREATE_FEATURE', NULL), (102, 'READ_LOGS', NULL);
  INSERT INTO groups (id, name, description, mappings_sso, root_role_id) VALUES (7, 'Cashiers', 'At the till', '["sso-cashiers"]', NULL)`;

const STRATEGY = {
  name: 'flexibleRollout',
  title: 'Some of them',
  constraints: [
    {
      contextName: 'region',
      operator: 'IN',
      values: ['eu', 'us'],
      inverted: false,
      caseInsensitive: false,
    },
    { contextName: 'userId', operator: 'NUM_GT', value: '5', values: [], inverted: true },
    { contextName: 'appVersion', operator: 'SEMVER_GT', value: '1.2.3', values: [] },
  ],
  parameters: { rollout: '35', stickiness: 'userId', groupId: 'some' },
  variants: [
    {
      name: 'red',
      weight: 500,
      weightType: 'variable',
      stickiness: 'userId',
      payload: { type: 'json', value: '{"a":1}' },
    },
    { name: 'blue', weight: 500, weightType: 'variable', stickiness: 'userId' },
  ],
};

const VARIANTS = [
  {
    name: 'a',
    weight: 400,
    weightType: 'fix',
    stickiness: 'default',
    payload: { type: 'string', value: 'x' },
    overrides: [{ contextName: 'userId', values: ['1', '2'] }],
  },
  { name: 'b', weight: 600, weightType: 'variable', stickiness: 'default' },
];

/**
 * @param {object} source
 * @param {string} source.url
 * @param {string} source.token Of an administrator.
 * @param {(text: string) => Promise<unknown>} source.sql Runs SQL in its database.
 * @param {number} source.features How many to create.
 */
export async function fill({ url, token, sql, features = 40 }) {
  const call = caller(url, token);
  await sql(PAID);
  await call('POST', '/api/admin/context', {
    name: 'region',
    description: 'Where',
    stickiness: true,
    legalValues: [{ value: 'eu', description: 'Europe' }, { value: 'us' }],
  });
  await call('POST', '/api/admin/context', { name: 'appVersion' });
  await call('POST', '/api/admin/tag-types', { name: 'team', description: 'Who', icon: 'T' });
  await call('POST', '/api/admin/strategies', {
    name: 'byShop',
    description: 'By shop',
    parameters: [{ name: 'shops', type: 'list', description: '', required: true }],
  });
  const segment = await call('POST', '/api/admin/segments', {
    name: 'Adults in the EU',
    description: 'Of age',
    constraints: [{ contextName: 'region', operator: 'IN', values: ['eu'] }],
  });
  await addPeople(call, sql);
  for (const [type, environment, secret, projects] of [
    ['client', 'development', SECRETS.client, ['*']],
    ['client', 'production', SECRETS.production, ['*']],
    ['client', 'development', SECRETS.project, ['payments']],
    ['frontend', 'development', SECRETS.frontend, ['*']],
    ['admin', '*', SECRETS.admin, ['*']],
  ])
    await sql(`INSERT INTO api_tokens (secret, username, token_name, type, environment)
      VALUES ('${secret}', '${type}-${environment}', '${type} ${environment}', '${type}',
        '${environment}')`).then(() =>
      projects[0] === '*'
        ? undefined
        : sql(
            `INSERT INTO api_token_project (secret, project) VALUES ('${secret}', '${projects[0]}')`,
          ),
    );
  for (let n = 0; n < features; n++) await addFeature({ call, sql }, n, segment.id);
  await call('POST', '/api/admin/projects/default/features/feature-1/dependencies', {
    feature: 'feature-0',
    enabled: true,
  });
  await call('DELETE', '/api/admin/projects/default/features/feature-3');
  await call('POST', '/api/admin/projects/default/stale', { features: ['feature-4'], stale: true });
  await use(url);
}

async function addPeople(call, sql) {
  const { id } = await call('POST', '/api/admin/user-admin', {
    name: 'Anna',
    email: 'Anna@example.com',
    username: 'anna',
    rootRole: 2,
    password: PASSWORD,
    sendEmail: false,
  });
  await sql(`
    INSERT INTO group_user (group_id, user_id, created_by) VALUES (7, ${id}, 'admin');
    INSERT INTO group_role (group_id, role_id, project) VALUES (7, 101, 'payments');
    INSERT INTO role_user (role_id, user_id, project) VALUES (4, ${id}, 'payments');
    INSERT INTO personal_access_tokens (secret, description, user_id, expires_at)
      VALUES ('${SECRETS.personal}', 'of Anna', ${id}, now() + interval '1 year');
    INSERT INTO users (name, username, is_service) VALUES ('Robot', 'robot', true)`);
}

async function addFeature({ call, sql }, n, segment) {
  const project = n % 4 === 2 ? 'payments' : 'default';
  const name =
    n % 4 === 2
      ? `payments.feature-${'abcdefghijklmnopqrstuvwxyz'[n % 26]}${'x'.repeat(n / 26)}`
      : `feature-${n}`;
  const features = `/api/admin/projects/${project}/features`;
  await call('POST', features, {
    name,
    type: ['release', 'experiment', 'operational', 'kill-switch', 'permission'][n % 5],
    description: `The ${n}th`,
    impressionData: n % 2 === 0,
  });
  await call('POST', `/api/admin/features/${name}/tags`, { type: 'team', value: `team-${n % 3}` });
  await call('POST', `${features}/${name}/environments/development/strategies`, {
    ...STRATEGY,
    segments: n % 2 === 0 ? [segment] : [],
  });
  await call('POST', `${features}/${name}/environments/development/strategies`, {
    name: n % 3 === 0 ? 'byShop' : 'default',
    parameters: n % 3 === 0 ? { shops: 'a,b' } : {},
    disabled: n % 5 === 0,
  });
  if (n % 3 !== 1) await call('POST', `${features}/${name}/environments/development/on`);
  if (n % 5 === 0) {
    // The API refuses new variants of features, but older ones are still served.
    await sql(`UPDATE feature_environments SET variants = '${JSON.stringify(VARIANTS)}'
      WHERE feature_name = '${name}' AND environment = 'production'`);
    await call('POST', `${features}/${name}/environments/production/on`);
  }
}

/** Reports usage as an SDK does. */
async function use(url) {
  const call = caller(url, SECRETS.client);
  await call('POST', '/api/client/register', {
    appName: 'shop',
    instanceId: 'shop-1',
    sdkVersion: 'unleash-client-node:6.1.0',
    strategies: ['default'],
    started: new Date().toISOString(),
    interval: 10,
  });
  await call('POST', '/api/client/metrics', {
    appName: 'shop',
    instanceId: 'shop-1',
    bucket: {
      start: new Date(Date.now() - 60_000).toISOString(),
      stop: new Date().toISOString(),
      toggles: { 'feature-0': { yes: 7, no: 3, variants: { red: 4, blue: 3 } } },
    },
  });
}
