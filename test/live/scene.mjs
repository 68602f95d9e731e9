import { randomBytes } from 'node:crypto';
import { APPROVED, FEATURES, FIXED, NAMES, PASSWORD, PROJECT, THINGS } from './things.mjs';

export const ADMIN_TOKEN = '*:*.admin-token-of-the-bounds-test';
const CLIENT_TOKEN = 'default:development.client-token-of-the-bounds-test';
const FRONTEND_TOKEN = 'default:development.frontend-token-of-the-bounds-test';

/**
 * Rate limits must not end the test early; they have their own tests.
 */
export const ENVIRONMENT = {
  INIT_ADMIN_API_TOKENS: ADMIN_TOKEN,
  INIT_CLIENT_API_TOKENS: CLIENT_TOKEN,
  INIT_FRONTEND_API_TOKENS: FRONTEND_TOKEN,
  UNLEASH_DEFAULT_ADMIN_PASSWORD: PASSWORD,
  ENCRYPTION_KEY: 'key-of-the-bounds-test-that-keeps-nothing-secret',
  // Keeps passwords valid while requests change the sign-on settings.
  FORCE_PASSWORD_LOGIN: 'true',
  SIMPLE_LOGIN_LIMIT_PER_MINUTE: '1000000',
  CREATE_USER_RATE_LIMIT_PER_MINUTE: '1000000',
  TOKEN_MISS_LIMIT_PER_MINUTE: '1000000',
  REQUEST_QUOTA_PER_SECOND: '1000000000',
  SDK_QUOTA_PER_SECOND: '1000000000',
};

/**
 * Operations that can take permissions or things away that other requests need.
 */
const FAR_REACHING =
  /settings|confirmation|access|roles|password|archive|revive|delete|logout|sessions|environments|second-factor|changeProject/;

/** @param {{ method: string, template: string }} operation */
export const reachesFar = ({ method, template }) =>
  method.toLowerCase() === 'delete' || FAR_REACHING.test(template);

/**
 * Somebody who sends requests.
 * @typedef {{ name: string, headers: Record<string, string>, username?: string, owner?:
 * BoundsCaller, only?: string }} BoundsCaller `owner`: of a personal token, which ends with the
 * owner's password. `only`: the beginning of the paths that this caller requests.
 */

/**
 * Creates the callers and the things that requests are about: everything that requests change is
 * named "target"; the probe's feature has another name.
 */
export class Scene {
  /** @param {string} url */
  constructor(url) {
    this.url = url;
  }

  /** @returns {Promise<any>} */
  async ask(method, path, body, headers = { authorization: ADMIN_TOKEN }) {
    const { status, text, headers: answered } = await this.#send(method, path, body, headers);
    if (status >= 400) throw new Error(`${method} ${path}: ${status} ${text.slice(0, 500)}`);
    return { body: text && JSON.parse(text), headers: answered };
  }

  async #send(method, path, body, headers = { authorization: ADMIN_TOKEN }) {
    const answer = await fetch(`${this.url}${path}`, {
      method,
      headers: { ...headers, ...(body ? { 'content-type': 'application/json' } : {}) },
      ...(body ? { body: JSON.stringify(body) } : {}),
    });
    return { status: answer.status, text: await answer.text(), headers: answer.headers };
  }

  /**
   * Creates the feature that the probe switches.
   * @returns {Promise<string>} The path of it in production.
   */
  async probe() {
    const name = `probe-${randomBytes(4).toString('hex')}`;
    await this.ask('POST', '/api/admin/projects', { id: name, name, environments: ['production'] });
    await this.ask('POST', `/api/admin/projects/${name}/features`, { name });
    const path = `/api/admin/projects/${name}/features/${name}/environments/production`;
    await this.ask('POST', `${path}/strategies`, { name: 'default' });
    return path;
  }

  /**
   * Names of the features of the project that has the most.
   * @returns {Promise<string[]>}
   */
  async featuresOfDefault() {
    const { body } = await this.ask('GET', '/api/admin/projects/default/features');
    return body.features.map(({ name }) => name);
  }

  /**
   * Creates missing things that requests are about, and undoes changes of permissions.
   * @returns {Promise<(template: string) => Record<string, string>>} A function from the template
   * of a path to the values of its parameters.
   */
  async restore() {
    await Promise.all([this.#restoreProject(), this.#restoreSettings()]);
    const found = await Promise.all(THINGS.map((thing) => this.#found(thing)));
    const byPlace = THINGS.map(({ places }, n) => ({ places, value: String(found[n]) }));
    return (template) => {
      const names = { ...NAMES };
      for (const [start, name, value] of FIXED) if (template.startsWith(start)) names[name] = value;
      for (const { places, value } of byPlace)
        for (const [start, name] of places) if (template.startsWith(start)) names[name] = value;
      return names;
    };
  }

  /** Creates the project and its environments; 409 means that they exist already. */
  async #restoreProject() {
    const environments = ['development', 'production'];
    await this.#send('POST', '/api/admin/environments', { name: 'target', type: 'test' });
    await this.#send('POST', '/api/admin/projects', { id: PROJECT, name: PROJECT, environments });
    await this.#send('POST', `/api/admin/projects/revive/${PROJECT}`);
    await this.#send('PUT', `/api/admin/projects/${PROJECT}/settings`, {
      mode: 'open',
      featureNaming: { pattern: '' },
    });
    await this.#send('PUT', `/api/admin/projects/${PROJECT}/confirmation`, {
      inProduction: 'never',
    });
    for (const environment of environments)
      await this.#send('POST', `/api/admin/projects/${PROJECT}/environments`, { environment });
    await this.#send('POST', `/api/admin/projects/${PROJECT}/environments`, {
      environment: APPROVED,
    });
    const approvals = `environments/${APPROVED}/change-requests/config`;
    await this.#send('PUT', `/api/admin/projects/${PROJECT}/${approvals}`, {
      changeRequestsEnabled: true,
      requiredApprovals: 1,
    });
    for (const name of ['target-feature', 'target-parent', 'target-archived', 'target-movable'])
      await this.#send('POST', FEATURES, { name });
    await this.#send('POST', `/api/admin/projects/${PROJECT}/revive`, {
      features: ['target-feature', 'target-parent'],
    });
    await this.#send('DELETE', `${FEATURES}/target-archived`);
    const moved = '/api/admin/projects/default/features/target-movable/changeProject';
    await this.#send('POST', moved, { newProjectId: PROJECT });
  }

  async #restoreSettings() {
    await this.#send('POST', '/api/admin/auth/security/settings', {
      secondFactorRequired: false,
      secondFactorRoles: [],
      confirmationMinutes: 1440,
      idleMinutes: null,
    });
    await this.#send('POST', '/api/admin/auth/simple/settings', { disabled: false });
    for (const kind of ['oidc', 'saml'])
      await this.#send('POST', `/api/admin/auth/${kind}/settings`, { enabled: false });
  }

  /** @param {import('./things.mjs').Thing} thing @returns {Promise<string | number>} */
  async #found({ list, detail, pick, make }) {
    for (const round of [1, 2]) {
      const listed = await this.#read(list);
      const body = detail && listed ? await this.#read(detail(listed)) : listed;
      const value = body && pick(body);
      if (value !== undefined) return value;
      if (round > 1) break;
      if (Array.isArray(make)) await this.#send(...make);
      else await make((...request) => this.#send(...request));
    }
    return 'target';
  }

  /** @param {string | undefined} path @returns {Promise<any>} Undefined when it is refused. */
  async #read(path) {
    if (path === undefined) return undefined;
    const { text, status } = await this.#send('GET', path);
    return status === 200 ? JSON.parse(text) : undefined;
  }

  /**
   * The administrator comes last, since administrators can delete what the other callers need.
   * @returns {Promise<BoundsCaller[]>}
   */
  async callers() {
    const viewer = await this.#user('Viewer');
    const editor = await this.#user('Editor');
    const personal = {
      name: 'personal token of a viewer',
      headers: await this.#personalToken(viewer),
      owner: viewer,
    };
    const token = (name, authorization) => ({ name, headers: { authorization } });
    return [
      { name: 'nobody', headers: {} },
      token('client token', CLIENT_TOKEN),
      token('frontend token', FRONTEND_TOKEN),
      personal,
      viewer,
      editor,
      await this.#directory(),
      token('admin token', ADMIN_TOKEN),
    ];
  }

  /** @returns {Promise<BoundsCaller>} The directory that manages people, through SCIM. */
  async #directory() {
    const settings = '/api/admin/scim-settings';
    await this.ask('POST', settings, { enabled: true });
    const { body } = await this.ask('POST', `${settings}/generate-new-token`);
    const headers = { authorization: `Bearer ${body.token}` };
    return { name: 'directory', headers, only: '/scim/' };
  }

  /** @param {BoundsCaller} owner Signed in. */
  async #personalToken({ headers }) {
    const description = `bounds ${randomBytes(4).toString('hex')}`;
    const expiresAt = new Date(Date.now() + 7 * 86_400_000).toISOString();
    const body = { description, expiresAt };
    const created = await this.ask('POST', '/api/admin/user/tokens', body, headers);
    return { authorization: created.body.secret };
  }

  /**
   * Creates a user, signed in.
   * @param {string} rootRole
   * @returns {Promise<BoundsCaller>}
   */
  async #user(rootRole) {
    const username = `bounds-${rootRole.toLowerCase()}`;
    await this.ask('POST', '/api/admin/user-admin', { username, password: PASSWORD, rootRole });
    const caller = {
      name: `session of ${rootRole === 'Editor' ? 'an editor' : 'a viewer'}`,
      headers: {},
      username,
    };
    await this.signIn(caller);
    return caller;
  }

  /**
   * Signs a caller in again whose session has ended, also by a change of the password, or creates a
   * new token of the person or directory.
   * @param {BoundsCaller} caller
   */
  async signIn(caller) {
    const { username, owner, only } = caller;
    if (only) {
      caller.headers = (await this.#directory()).headers;
      return;
    }
    if (owner) {
      const { status } = await this.#send('GET', '/api/admin/user', undefined, caller.headers);
      if (status !== 401) return;
      await this.signIn(owner);
      caller.headers = await this.#personalToken(owner);
      return;
    }
    const { headers } = await this.ask(
      'POST',
      '/auth/simple/login',
      { username, password: PASSWORD },
      {},
    );
    caller.headers = { cookie: headers.getSetCookie()[0].split(';')[0] };
  }
}
