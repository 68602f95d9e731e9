// What happens in a recorded history. Every version can play it: what a version lacks is skipped.
import { setTimeout as sleep } from 'node:timers/promises';

/** What is recorded after each change. */
const WATCHED = [
  '/api/admin/projects/default/features/checkout',
  '/api/admin/projects/default/features/parent',
  '/api/admin/projects/default/features/passing',
  '/api/admin/projects/shop/features/moving',
  '/api/admin/projects/default/features/moving',
  '/api/admin/projects/default/features/early-default',
  '/api/admin/projects/shop/features/early-shop',
  '/api/admin/segments/1',
  '/api/admin/segments/2',
];
/** What is recorded after every eighth change, because it is long. */
const LISTS = [
  '/api/admin/projects/default/features',
  '/api/admin/projects/shop/features',
  '/api/client/features?environment=staging',
];
const LISTS_EVERY = 8;
/** Properties that former states do not show, or that change by themselves. */
const UNSTABLE = new Set([
  ...['lifecycle', 'collaborators', 'createdBy', 'favorite', 'lastSeenAt', 'yes', 'no', 'meta'],
  ...['usedInProjects', 'usedInFeatures'],
]);

/** An answer without what cannot be compared. @param {object} body */
export const stable = (body) =>
  JSON.parse(JSON.stringify(body, (key, value) => (UNSTABLE.has(key) ? undefined : value)));

/**
 * @typedef {object} Moment
 * @property {string} at A time, by the clock of the database, before everything that follows.
 * @property {string} after What happened before it.
 * @property {Record<string, object | null>} states Answers that are not as at the moment before, by
 *   path; null for those that were not found.
 */

/** A service of any version that plays the scene. */
export class Player {
  /** @type {Moment[]} */
  moments = [];
  #last = new Map();

  /**
   * @param {string} url
   * @param {string} token An admin token.
   * @param {() => Promise<string>} clock Reads the clock of the database.
   */
  constructor(url, token, clock) {
    Object.assign(this, { url, token, clock });
  }

  /** Sends a request. @returns The body, or undefined if this version has no such operation. */
  async send(method, path, body, { mayLack = false, token = this.token } = {}) {
    const answer = await fetch(`${this.url}${path}`, {
      method,
      headers: { authorization: token, 'content-type': 'application/json' },
      body: body && JSON.stringify(body),
    });
    const text = await answer.text();
    if (answer.status === 404 && mayLack) return undefined;
    if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${text}`);
    return text && answer.headers.get('content-type')?.includes('json') ? JSON.parse(text) : {};
  }

  /** Notes a moment, and what is different at it. @param {string} after */
  async note(after) {
    const states = {};
    const lists = this.moments.length % LISTS_EVERY === 0 ? LISTS : [];
    for (const path of [...WATCHED, ...lists]) {
      const body = stable((await this.send('GET', path, undefined, { mayLack: true })) ?? null);
      const text = JSON.stringify(body);
      if (this.#last.get(path) === text) continue;
      this.#last.set(path, text);
      states[path] = body;
    }
    this.moments.push({ at: await this.clock(), after, states });
  }

  /** Waits until something has become so, and notes the moment. */
  async until(path, isSo) {
    while (!isSo(await this.send('GET', path))) await sleep(100);
    await this.note(`until ${path}`);
  }

  /** Makes a change and notes the moment after it. */
  async change(method, path, body, options) {
    const answer = await this.send(method, path, body, options);
    if (answer) await this.note(`${method} ${path}`);
    return answer;
  }
}

/**
 * Plays everything. What the first versions recorded incompletely comes first: states before it are
 * refused, and those after it are read.
 * @param {Player} player
 */
export async function play(player) {
  await places(player);
  await deletions(player);
  await places(player);
  await features(player);
  await dependencies(player);
  await archive(player);
  await moves(player);
  await strategies(player);
  await changes(player);
  await variants(player);
  await tags(player);
  await links(player);
  await planned(player);
}

const DEFAULT = '/api/admin/projects/default';
const CHECKOUT = `${DEFAULT}/features/checkout`;
const EARLY = `${DEFAULT}/features/early-default`;
const POST = 'POST';

async function places(player) {
  await player.change(POST, '/api/admin/projects', { id: 'shop', name: 'Shop' });
  await player.change(POST, '/api/admin/environments', { name: 'staging', type: 'test' });
  await player.change('PUT', '/api/admin/environments/update/staging', { type: 'preproduction' });
  for (const project of ['default', 'shop'])
    await player.change(POST, `/api/admin/projects/${project}/environments`, {
      environment: 'staging',
    });
  const { id } = await player.change(POST, '/api/admin/segments', {
    name: 'testers',
    description: 'People who test',
    constraints: [{ contextName: 'userId', operator: 'IN', values: ['1', '2'] }],
  });
  await player.change('PUT', `/api/admin/segments/${id}`, {
    name: 'testers',
    constraints: [{ contextName: 'userId', operator: 'IN', values: ['1', '2', '3'] }],
  });
}

async function features(player) {
  for (const name of ['checkout', 'parent', 'other-parent', 'passing'])
    await player.change(POST, `${DEFAULT}/features`, { name, description: 'old' });
  await player.change(POST, '/api/admin/projects/shop/features', { name: 'moving' });
}

async function changes(player) {
  await player.change('PUT', CHECKOUT, { description: 'new', type: 'kill-switch' });
  await player.change('PATCH', CHECKOUT, [{ op: 'replace', path: '/stale', value: true }]);
  await player.change('PATCH', CHECKOUT, [{ op: 'replace', path: '/stale', value: false }]);
  for (const place of ['development', 'staging', 'production']) {
    await player.change(POST, `${CHECKOUT}/environments/${place}/on`);
    await player.change(POST, `${DEFAULT}/features/parent/environments/${place}/on`);
  }
  await player.change(POST, `${CHECKOUT}/environments/production/off`);
  await player.change(POST, `${DEFAULT}/bulk_features/environments/production/off`, {
    features: ['checkout', 'parent'],
  });
}

async function strategies(player) {
  const place = `${CHECKOUT}/environments/staging/strategies`;
  const first = await player.change(POST, place, {
    name: 'flexibleRollout',
    parameters: { rollout: '30', stickiness: 'default', groupId: 'checkout' },
    segments: [2],
  });
  const second = await player.change(POST, place, {
    name: 'default',
    constraints: [{ contextName: 'appName', operator: 'IN', values: ['web'], inverted: true }],
  });
  await player.change(POST, `${place}/set-sort-order`, [
    { id: first.id, sortOrder: 9 },
    { id: second.id, sortOrder: 1 },
  ]);
  await player.change('PUT', `${place}/${second.id}`, { name: 'default', title: 'Not the web' });
  await player.change('PATCH', `${place}/${first.id}`, [
    { op: 'replace', path: '/disabled', value: true },
  ]);
  await player.change('DELETE', `${place}/${second.id}`);
}

async function variants(player) {
  const one = (name, weight) => ({ name, weight, weightType: 'variable', stickiness: 'default' });
  const path = `${CHECKOUT}/environments/staging/variants`;
  // They must be set for all environments first.
  await player.change('PUT', `${CHECKOUT}/variants`, [one('green', 1000)]);
  await player.change('PUT', path, [one('blue', 500), one('red', 500)]);
  await player.change('PATCH', path, [
    { op: 'add', path: '/0/payload', value: { type: 'string', value: '#00f' } },
  ]);
  await player.change('PUT', path, [one('blue', 1000)]);
}

async function dependencies(player) {
  const path = `${CHECKOUT}/dependencies`;
  await player.change(POST, path, { feature: 'parent' });
  await player.change(POST, path, { feature: 'other-parent', variants: ['blue'] });
  await player.change('DELETE', `${path}/other-parent`);
  await player.change(POST, path, { feature: 'parent', enabled: false });
  await player.change('DELETE', path);
  await player.change(POST, path, { feature: 'parent' });
}

async function tags(player) {
  for (const value of ['blue', 'green', 'red'])
    await player.change(POST, '/api/admin/features/checkout/tags', { type: 'simple', value });
  await player.change('DELETE', '/api/admin/features/checkout/tags/simple/green');
}

async function links(player) {
  const path = `${CHECKOUT}/link`;
  const link = { url: 'https://example.org/1', title: 'One' };
  if (!(await player.change(POST, path, link, { mayLack: true }))) return;
  const { links: now } = await player.send('GET', CHECKOUT);
  await player.change('PUT', `${path}/${now[0].id}`, { url: 'https://example.org/2' });
  await player.change('DELETE', `${path}/${now[0].id}`);
  await player.change(POST, path, link);
}

async function archive(player) {
  const place = `${DEFAULT}/features/passing/environments/staging`;
  await player.change(POST, `${place}/strategies`, { name: 'default', segments: [2] });
  await player.change(POST, `${place}/on`);
  await player.change('DELETE', `${DEFAULT}/features/passing`);
  await player.change(POST, '/api/admin/archive/revive/passing');
  await player.change(POST, `${place}/on`);
  await player.change('DELETE', `${DEFAULT}/features/passing`);
  await player.change('DELETE', '/api/admin/archive/passing');
}

async function moves(player) {
  await player.change(POST, '/api/admin/projects/shop/features/moving/environments/staging/on');
  await player.change(
    POST,
    '/api/admin/projects/shop/features/moving/changeProject',
    {
      newProjectId: 'default',
    },
    { mayLack: true },
  );
}

/** Creates features, and deletes what they refer to. */
async function deletions(player) {
  for (const project of ['default', 'shop']) {
    const features = `/api/admin/projects/${project}/features`;
    const name = `early-${project}`;
    await player.change(POST, features, { name });
    const place = `${features}/${name}/environments/staging`;
    await player.change(POST, `${place}/strategies`, { name: 'default', segments: [1] });
    await player.change(POST, `${place}/on`);
    await player.change(POST, `/api/admin/features/${name}/tags`, { type: 'simple', value: 'red' });
    await player.change(POST, '/api/admin/tag-types', { name: `team-${project}` });
    await player.change(POST, `/api/admin/features/${name}/tags`, {
      type: `team-${project}`,
      value: 'cash',
    });
  }
  for (const { id } of await player.send('GET', `${EARLY}/environments/staging/strategies`))
    await player.change('DELETE', `${EARLY}/environments/staging/strategies/${id}`);
  await player.change(POST, `${EARLY}/environments/staging/strategies`, { name: 'default' });
  await player.change('DELETE', '/api/admin/tags/simple/red');
  await player.change('DELETE', '/api/admin/tag-types/team-shop');
  await player.change('DELETE', `${DEFAULT}/environments/staging`);
  await player.change(POST, `${DEFAULT}/environments`, { environment: 'staging' });
  await player.change(POST, `${EARLY}/environments/staging/on`);
  await player.change('DELETE', '/api/admin/environments/staging');
  await player.change('DELETE', '/api/admin/projects/shop/features/early-shop');
  await player.change('DELETE', '/api/admin/projects/shop');
  await player.change('DELETE', '/api/admin/segments/1');
}

/** What others approve, and what happens by itself or without signing in. */
async function planned(player) {
  const config = `${DEFAULT}/environments/production/change-requests/config`;
  const required = { changeRequestsEnabled: true, requiredApprovals: 1 };
  if (!(await player.change('PUT', config, required, { mayLack: true }))) return;
  await changeRequests(player);
  await player.change('PUT', config, { changeRequestsEnabled: false });
  await schedules(player);
  await emergencies(player);
  await releasePlan(player);
}

/** Change requests that are applied, scheduled, and cancelled. */
async function changeRequests(player) {
  const account = { username: 'reviewer', name: 'Reviewer', rootRole: 1 };
  const { id: reviewer } = await player.send(POST, '/api/admin/service-account', account);
  const { secret: token } = await player.send(
    POST,
    `/api/admin/service-account/${reviewer}/token`,
    { description: 'of the history', expiresAt: '2100-01-01T00:00:00Z' },
  );
  const place = `${DEFAULT}/environments/production/change-requests`;
  const feature = 'checkout';
  const propose = async (...changes) => {
    const { id } = await player.change(POST, place, changes);
    const path = `${DEFAULT}/change-requests/${id}/state`;
    await player.change('PUT', path, { state: 'In review' });
    return path;
  };
  const approve = (path) => player.change('PUT', path, { state: 'Approved' }, { token });
  const on = { action: 'updateEnabled', feature, payload: { enabled: true } };

  const applied = await propose(on, {
    action: 'addStrategy',
    feature,
    payload: { name: 'userWithId', parameters: { userIds: '7' } },
  });
  await approve(applied);
  await player.change('PUT', applied, { state: 'Applied' });
  const scheduled = await propose({ ...on, payload: { enabled: false } });
  await approve(scheduled);
  await player.change('PUT', scheduled, { state: 'Scheduled', scheduledAt: soon() }, { token });
  await player.until(scheduled.replace('/state', ''), ({ state }) => state === 'Applied');
  const cancelled = await propose({ ...on, feature: 'parent' });
  await player.change('PUT', cancelled, { state: 'Cancelled' });
}

/** A schedule that is executed, and a window that is cancelled. */
async function schedules(player) {
  const add = (more) => player.change(POST, `${CHECKOUT}/environments/production/schedule`, more);
  const path = ({ id }) => `${DEFAULT}/schedules/${id}`;
  const on = await add({ action: 'on', at: soon() });
  await player.until(path(on), ({ state }) => state === 'executed');
  const later = await add({ action: 'off', at: soon(3_600_000), durationMinutes: 60 });
  await player.change('DELETE', path(later));
}

/** An emergency link that is used and one that is revoked, a signal, and a safeguard. */
async function emergencies(player) {
  const links = `${DEFAULT}/emergency-links`;
  const link = { feature: 'checkout', environment: 'production', expiresAt: soon(3_600_000) };
  const { url } = await player.change(POST, links, link);
  await player.change(POST, new URL(url).pathname);
  const { id } = await player.change(POST, links, link);
  await player.change('DELETE', `${links}/${id}`);

  const place = `${CHECKOUT}/environments/production`;
  await player.change(POST, `${place}/on`);
  const targets = [{ feature: 'checkout', environment: 'production' }];
  const signal = await player.change(POST, `${DEFAULT}/signals`, { name: 'alarm', targets });
  const token = `Bearer ${signal.token}`;
  await player.change(POST, '/api/signals/alarm', {}, { token });
  await player.change('DELETE', `${DEFAULT}/signals/${signal.id}`);
  const impactMetric = {
    ...{ metricName: 'evaluations', timeRange: 'hour' },
    ...{ aggregationMode: 'count', labelSelectors: {} },
  };
  const triggerCondition = { operator: '>', threshold: 10 };
  const limit = { impactMetric, triggerCondition };
  const { safeguards } = await player.change('PUT', `${place}/safeguards`, limit);
  await player.change('DELETE', `${place}/safeguards/${safeguards[0].id}`);
}

/** A release plan whose second milestone is started, and which is removed. */
async function releasePlan(player) {
  const milestone = (percent) => ({
    name: `${percent} %`,
    strategies: [
      { strategyName: 'flexibleRollout', parameters: { rollout: percent, stickiness: 'default' } },
    ],
  });
  const template = await player.change(POST, '/api/admin/release-plan-templates', {
    name: 'Slowly',
    milestones: [milestone('10'), milestone('50')],
  });
  const plans = `${CHECKOUT}/environments/production/release-plans`;
  const plan = await player.change(POST, plans, { templateId: template.id });
  await player.change(POST, `${plans}/${plan.id}/milestones/${plan.milestones[1].id}/start`);
  await player.change('DELETE', `${plans}/${plan.id}`);
}

/** A time in the near future. */
const soon = (ms = 1_500) => new Date(Date.now() + ms).toISOString();
