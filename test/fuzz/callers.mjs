import { randomBytes } from 'node:crypto';
import { ADMIN_TOKEN, ENVIRONMENT as OF_BOUNDS } from '../live/scene.mjs';
import { PASSWORD } from '../live/things.mjs';

const CLIENT_TOKEN = '*:development.client-token-of-the-fuzz-test';
const FRONTEND_TOKEN = '*:development.frontend-token-of-the-fuzz-test';

export const ENVIRONMENT = {
  ...OF_BOUNDS,
  INIT_CLIENT_API_TOKENS: CLIENT_TOKEN,
  INIT_FRONTEND_API_TOKENS: FRONTEND_TOKEN,
};

/** Operations that only a signed-in user can call. */
const OF_A_USER = /^\/(api\/admin\/(user($|\/)|auth|projects\/favorites)|auth\/confirm)/;

/** The callers that send the requests. */
export class FuzzCallers {
  #headers = {
    'admin token': { authorization: ADMIN_TOKEN },
    'client token': { authorization: CLIENT_TOKEN },
    'frontend token': { authorization: FRONTEND_TOKEN },
    nobody: {},
    administrator: {},
    viewer: {},
  };

  /** @param {import('../live/scene.mjs').Scene} scene */
  constructor(scene) {
    this.scene = scene;
  }

  /** Names of the callers of an operation, the one with the most permissions first. */
  namesFor({ template }) {
    const names = Object.keys(this.#headers);
    const first = this.#firstFor(template);
    return [first, ...names.filter((name) => name !== first)];
  }

  #firstFor(template) {
    if (template.startsWith('/api/client')) return 'client token';
    if (template.startsWith('/api/frontend') || template.startsWith('/ofrep'))
      return 'frontend token';
    if (OF_A_USER.test(template)) return 'administrator';
    return template.startsWith('/api/') ? 'admin token' : 'nobody';
  }

  /** @param {string} name @returns {Record<string, string>} */
  headersOf(name) {
    return this.#headers[name];
  }

  /** Signs callers in again that have lost their session through a request. */
  async restore() {
    await this.#restore('administrator', 'Admin');
    await this.#restore('viewer', 'Viewer');
  }

  async #restore(name, rootRole) {
    const asked = await fetch(`${this.scene.url}/api/admin/user`, { headers: this.#headers[name] });
    await asked.text();
    if (asked.ok) return;
    const username = `fuzz-${rootRole.toLowerCase()}-${randomBytes(4).toString('hex')}`;
    const user = { username, password: PASSWORD, rootRole };
    await this.scene.ask('POST', '/api/admin/user-admin', user);
    const caller = { name, headers: {}, username };
    await this.scene.signIn(caller);
    this.#headers[name] = caller.headers;
  }
}
