import { randomBytes } from 'node:crypto';

export const ADMIN_TOKEN = '*:*.admin-token-of-the-bounds-test';
const CLIENT_TOKEN = 'default:development.client-token-of-the-bounds-test';
const FRONTEND_TOKEN = 'default:development.frontend-token-of-the-bounds-test';
const PASSWORD = 'Right-horse-battery-staple-1';

/** What is limited elsewhere must not end the test early: the limits themselves have tests of their own. */
export const ENVIRONMENT = {
  INIT_ADMIN_API_TOKENS: ADMIN_TOKEN,
  INIT_CLIENT_API_TOKENS: CLIENT_TOKEN,
  INIT_FRONTEND_API_TOKENS: FRONTEND_TOKEN,
  UNLEASH_DEFAULT_ADMIN_PASSWORD: PASSWORD,
  SIMPLE_LOGIN_LIMIT_PER_MINUTE: '100000',
  CREATE_USER_RATE_LIMIT_PER_MINUTE: '100000',
};

/**
 * Somebody who sends requests.
 * @typedef {{ name: string, headers: Record<string, string> }} BoundsCaller
 */

/** Makes who and what the requests are about: everything that they change is called "target", and the probe's feature is not among it. */
export class Scene {
  /** @param {string} url */
  constructor(url) {
    this.url = url;
  }

  /** @returns {Promise<any>} */
  async ask(method, path, body, headers = { authorization: ADMIN_TOKEN }) {
    const answer = await fetch(`${this.url}${path}`, {
      method,
      headers: { ...headers, ...(body ? { 'content-type': 'application/json' } : {}) },
      ...(body ? { body: JSON.stringify(body) } : {}),
    });
    const text = await answer.text();
    if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${text.slice(0, 500)}`);
    return { body: text && JSON.parse(text), headers: answer.headers };
  }

  /** The feature that the probe switches. @returns {Promise<string>} The path of it in production. */
  async probe() {
    const name = `probe-${randomBytes(4).toString('hex')}`;
    await this.ask('POST', '/api/admin/projects', { id: name, name, environments: ['production'] });
    await this.ask('POST', `/api/admin/projects/${name}/features`, { name });
    const path = `/api/admin/projects/${name}/features/${name}/environments/production`;
    await this.ask('POST', `${path}/strategies`, { name: 'default' });
    return path;
  }

  /** What the path parameters of the operations stand for. @returns {Promise<Record<string, string>>} */
  async names() {
    const project = 'target';
    await this.ask('POST', '/api/admin/projects', { id: project, name: project, environments: ['development', 'production'] });
    for (const name of ['target-feature', 'target-parent']) {
      await this.ask('POST', `/api/admin/projects/${project}/features`, { name });
    }
    const place = `/api/admin/projects/${project}/features/target-feature/environments/development`;
    const { body: strategy } = await this.ask('POST', `${place}/strategies`, { name: 'default' });
    const { body: segment } = await this.ask('POST', '/api/admin/segments', { name: 'target', constraints: [] });
    const { body: group } = await this.ask('POST', '/api/admin/groups', { name: 'target', users: [] });
    const { body: person } = await this.#user('target', 'Viewer');
    const { body: role } = await this.ask('POST', '/api/admin/roles', { name: 'target', type: 'root-custom', permissions: [] });
    await this.ask('POST', '/api/admin/context', { name: 'target', legalValues: [] });
    await this.ask('POST', '/api/admin/environments', { name: 'target', type: 'test' });
    return {
      projectId: project,
      featureName: 'target-feature',
      child: 'target-feature',
      parent: 'target-parent',
      key: 'target-feature',
      environment: 'development',
      name: 'target',
      contextField: 'target',
      legalValue: 'target',
      strategyId: strategy.id,
      id: String(segment.id),
      groupId: String(group.id),
      userId: String(person.id),
      roleId: String(role.id),
      tokenId: '1',
      token: 'target',
      type: 'simple',
      value: 'target',
      appName: 'target',
      strategyName: 'target',
    };
  }

  /** An administrator last: what they may delete the others still need. @returns {Promise<BoundsCaller[]>} */
  async callers() {
    const viewer = await this.#session('Viewer');
    const { body: personal } = await this.ask(
      'POST',
      '/api/admin/user/tokens',
      { description: 'bounds', expiresAt: soon() },
      viewer.headers,
    );
    const token = (name, authorization) => ({ name, headers: { authorization } });
    return [
      { name: 'nobody', headers: {} },
      token('client token', CLIENT_TOKEN),
      token('frontend token', FRONTEND_TOKEN),
      token('personal token of a viewer', personal.secret),
      viewer,
      await this.#session('Editor'),
      token('admin token', ADMIN_TOKEN),
    ];
  }

  #user(username, rootRole) {
    return this.ask('POST', '/api/admin/user-admin', { username, password: PASSWORD, rootRole });
  }

  async #session(rootRole) {
    const username = `bounds-${rootRole.toLowerCase()}`;
    await this.#user(username, rootRole);
    const { headers } = await this.ask('POST', '/auth/simple/login', { username, password: PASSWORD }, {});
    return {
      name: `session of ${rootRole === 'Editor' ? 'an editor' : 'a viewer'}`,
      headers: { cookie: headers.getSetCookie()[0].split(';')[0] },
    };
  }
}

const soon = () => new Date(Date.now() + 7 * 86_400_000).toISOString();
