import { setTimeout as sleep } from 'node:timers/promises';
import { ADMIN_TOKEN } from '../service.mjs';

const DAY_MS = 86_400_000;
/** Milliseconds to wait for the first seal. A large new instance takes some minutes. */
const SEALED_MS = 10_000;
/** The name of everything that the benchmark creates to read it. */
const NAME = 'read-by-the-benchmark';

/** Statements that find the value of a path parameter: the first column of the first row. */
const VALUES = {
  projectId: 'SELECT project FROM feature GROUP BY 1 ORDER BY count(*) DESC LIMIT 1',
  featureName: `SELECT f.name FROM feature f JOIN feature_strategy s ON s.feature_name = f.name
    WHERE f.archived_at IS NULL AND f.project = $1 LIMIT 1`,
  strategyId: `SELECT id FROM feature_strategy WHERE $1::text IS NOT NULL AND feature_name = $2 AND environment = 'production' LIMIT 1`,
  environment: `SELECT 'production'`,
  roleId: 'SELECT id FROM role ORDER BY id LIMIT 1',
  groupId: 'SELECT id FROM user_group ORDER BY id LIMIT 1',
  appName: 'SELECT app_name FROM client_application LIMIT 1',
  contextField: `SELECT 'userId'`,
  type: 'SELECT type FROM feature_tag LIMIT 1',
  value: 'SELECT value FROM feature_tag LIMIT 1',
  token: 'SELECT name FROM api_token LIMIT 1',
  templateId: 'SELECT id FROM release_plan_template LIMIT 1',
  index: `SELECT '1'`,
};
const SAME = { child: 'featureName', parent: 'featureName' };
/** What parameters stand for, by the start of the path; $1 is the project. */
const BY_PATH = [
  [
    '/api/admin/projects/{projectId}/change-requests/',
    'id',
    `SELECT id FROM change_request WHERE project = $1 AND state = 'In review' LIMIT 1`,
  ],
  [
    '/api/admin/projects/{projectId}/schedules/',
    'id',
    `SELECT s.id FROM schedule s JOIN feature f ON f.name = s.feature_name WHERE f.project = $1 LIMIT 1`,
  ],
  [
    '/api/admin/projects/{projectId}/context/',
    'contextField',
    'SELECT name FROM context_field WHERE project = $1 LIMIT 1',
  ],
  ['/api/admin/banners', 'id', 'SELECT id FROM banner LIMIT 1'],
  [
    '/api/admin/user-admin',
    'id',
    `SELECT id FROM app_user WHERE kind = 'user' AND deleted_at IS NULL ORDER BY id DESC LIMIT 1`,
  ],
  ['/api/admin/segments', 'id', 'SELECT segment_id FROM feature_strategy_segment LIMIT 1'],
  ['/api/admin/strategies', 'name', `SELECT 'flexibleRollout'`],
  ['/api/admin/environments', 'name', `SELECT 'production'`],
  ['/api/admin/tag-types', 'name', `SELECT 'simple'`],
  ['/api/admin/client-metrics', 'name', 'SELECT feature_name FROM client_metric LIMIT 1'],
  [
    '/api/admin/events/{id}/undo',
    'id',
    `SELECT id FROM event WHERE type = 'feature-environment-disabled' ORDER BY id DESC LIMIT 1`,
  ],
  ['/api/admin/events/{id}/proof', 'id', 'SELECT min(id) FROM event'],
];

/**
 * Where each GET of the administration is read: its path with values that the instance has. What no
 * generated instance has, such as an integration, is created for the time of the benchmark.
 */
export class ReadAddresses {
  /** @param {string} origin @param {import('pg').Client} client */
  constructor(origin, client) {
    this.origin = origin;
    this.client = client;
    /** What was created, by the start of the paths that read it. @type {Map<string, string>} */
    this.created = new Map();
    /** How to take back what was created. @type {(() => Promise<unknown>)[]} */
    this.removals = [];
  }

  /** @param {string} origin @param {import('pg').Client} client */
  static async prepare(origin, client) {
    const addresses = new ReadAddresses(origin, client);
    await addresses.#findValues();
    try {
      await addresses.#create();
    } catch (error) {
      await addresses.remove();
      throw error;
    }
    return addresses;
  }

  /**
   * The path, the token that reads it, and the values in the path by their parameters.
   * @param {string} template
   */
  async of(template) {
    const values = await this.#valuesOf(template);
    const path = template.replace(/\{([^}]+)\}/g, (_, name) =>
      encodeURIComponent(String(values[name] ?? 'absent')),
    );
    // Only people have a profile, a second factor and tokens; an API token is nobody's.
    const token = template.startsWith('/api/admin/user/') ? this.personalToken : ADMIN_TOKEN;
    return { path: path + queryOf(template), token, values };
  }

  /** Takes back what was created. Invite links cannot be deleted, so theirs is disabled. */
  async remove() {
    for (const removal of this.removals) await removal();
  }

  async #findValues() {
    /** @type {Record<string, unknown>} */
    const values = (this.values = {});
    for (const [name, text] of Object.entries(VALUES)) {
      const needed = Math.max(0, ...[...text.matchAll(/\$(\d)/g)].map(([, n]) => Number(n)));
      values[name] = await this.#first(
        text,
        [values.projectId, values.featureName].slice(0, needed),
      );
    }
    for (const [name, other] of Object.entries(SAME)) values[name] = values[other];
  }

  async #create() {
    const inAMonth = new Date(Date.now() + 30 * DAY_MS).toISOString();
    const addon = await this.#call('POST', '/api/admin/addons', {
      provider: 'webhook',
      enabled: false,
      parameters: { url: 'https://webhook.example/' },
      events: ['feature-created'],
    });
    this.#deleteLater('/api/admin/addons', addon.id);
    const account = await this.#call('POST', '/api/admin/service-account', {
      username: NAME,
      name: NAME,
      rootRole: 'Admin',
    });
    this.#deleteLater('/api/admin/service-account', account.id);
    const token = await this.#call('POST', `/api/admin/service-account/${account.id}/token`, {
      description: NAME,
      expiresAt: inAMonth,
    });
    this.personalToken = token.secret;
    const invite = await this.#call('POST', '/api/admin/invite-link/tokens', {
      name: NAME,
      expiresAt: inAMonth,
    });
    this.created.set('/api/admin/invite-link/tokens', invite.secret);
    this.removals.push(() =>
      this.#call('PUT', `/api/admin/invite-link/tokens/${invite.secret}`, { enabled: false }),
    );
    for (const end = Date.now() + SEALED_MS; Date.now() < end; await sleep(500)) {
      const { checkpoints } = await this.#call('GET', '/api/admin/audit/checkpoints');
      if (checkpoints.length > 0) return;
    }
  }

  #deleteLater(path, id) {
    this.created.set(path, id);
    this.removals.push(() => this.#call('DELETE', `${path}/${id}`));
  }

  async #valuesOf(template) {
    for (const [start, id] of this.created)
      if (template.startsWith(start)) return { ...this.values, id, token: id };
    const own = BY_PATH.find(([start]) => template.startsWith(start));
    if (!own) return this.values;
    const [, name, text] = own;
    const parameters = text.includes('$1') ? [this.values.projectId] : [];
    return { ...this.values, [name]: await this.#first(text, parameters) };
  }

  async #first(text, parameters) {
    const { rows } = await this.client.query({ text, values: parameters, rowMode: 'array' });
    return rows[0]?.[0];
  }

  async #call(method, path, body) {
    const answer = await fetch(this.origin + path, {
      method,
      headers: { authorization: ADMIN_TOKEN, 'content-type': 'application/json' },
      body: body && JSON.stringify(body),
    });
    const text = await answer.text();
    if (!answer.ok) throw new Error(`${method} ${path} was answered ${answer.status}: ${text}`);
    return text && JSON.parse(text);
  }
}

/** @param {string} template */
function queryOf(template) {
  if (template === '/api/admin/user/roles') return '?projectId=default';
  if (!template.endsWith('/compare')) return '';
  return `?from=${new Date(Date.now() - DAY_MS).toISOString()}`;
}
