import { fileURLToPath } from 'node:url';
import { freePort } from '../../bench/service.mjs';
import { ServiceProcess } from '../live/service-process.mjs';

export const ADMIN_TOKEN = '*:*.admin-token-of-the-fault-test';
export const CLIENT_TOKENS = {
  development: '*:development.client-token-of-the-fault-test',
  production: '*:production.client-token-of-the-fault-test',
};
const PASSWORD = 'Right-horse-battery-staple-1';
const CLOCK = fileURLToPath(new URL('clock.mjs', import.meta.url));
const COUNT = 3;

/** Several instances of the service on one database, each on a port that it keeps. */
export class Instances {
  /** @type {ServiceProcess[]} */
  all = [];
  /** The session of an administrator. */
  cookie = '';

  /**
   * @param {string} url Address of the database.
   * @param {string} directUrl The same without a pooler.
   * @param {string} replicaUrl Address of a streaming standby.
   */
  constructor(url, directUrl, replicaUrl, ports) {
    this.url = url;
    this.directUrl = directUrl;
    this.replicaUrl = replicaUrl;
    /** @type {number[]} */
    this.ports = ports;
  }

  /** @param {string} url @param {string} directUrl @param {string} replicaUrl */
  static async start(url, directUrl, replicaUrl) {
    const ports = [];
    while (ports.length < COUNT) ports.push(await freePort());
    const instances = new Instances(url, directUrl, replicaUrl, ports);
    for (const n of ports.keys()) await instances.begin(n);
    instances.cookie = await instances.#signIn();
    return instances;
  }

  /**
   * Starts an instance that has ended.
   * @param {number} n
   */
  async begin(n) {
    this.all[n] = await ServiceProcess.start(this.url, {
      port: this.ports[n],
      execArgv: ['--import', CLOCK],
      environment: {
        DATABASE_URL_DIRECT: this.directUrl,
        DATABASE_REPLICA_URLS: this.replicaUrl,
        DATABASE_POOL_MAX: '8',
        INIT_ADMIN_API_TOKENS: ADMIN_TOKEN,
        INIT_CLIENT_API_TOKENS: Object.values(CLIENT_TOKENS).join(','),
        UNLEASH_DEFAULT_ADMIN_PASSWORD: PASSWORD,
        REQUEST_QUOTA_PER_SECOND: '1000000000',
        SDK_QUOTA_PER_SECOND: '1000000000',
        ENCRYPTION_KEY: 'key-of-the-fault-test-that-keeps-nothing-secret',
      },
    });
  }

  async #signIn() {
    const answer = await fetch(`http://127.0.0.1:${this.ports[0]}/auth/simple/login`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ username: 'admin', password: PASSWORD }),
    });
    if (!answer.ok) throw new Error(`Signing in: ${answer.status} ${await answer.text()}`);
    return answer.headers.getSetCookie()[0].split(';')[0];
  }

  /**
   * Shifts the clock of an instance.
   * @param {number} n
   * @param {number} milliseconds
   */
  setClock(n, milliseconds) {
    this.all[n].child.send({ clockOffset: milliseconds });
  }

  async stop() {
    for (const one of this.all) one.signal('SIGCONT');
    await Promise.all(this.all.map((one) => one.stop('SIGKILL')));
  }
}
