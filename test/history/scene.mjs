// What happens in a recorded history. Every version can play it: what a version lacks is skipped.

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
  async send(method, path, body, { mayLack = false } = {}) {
    const answer = await fetch(`${this.url}${path}`, {
      method,
      headers: { authorization: this.token, 'content-type': 'application/json' },
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
