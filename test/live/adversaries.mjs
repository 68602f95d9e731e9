import { randomBytes } from 'node:crypto';
import { Agent, request } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';

/** Longer than a look at a caller counts. */
const LOOK_MS = 700;
/** How long a stream may go on after its caller has lost access, in milliseconds. */
const STREAM_MS = 2_000;
/** A caller gives up after so many milliseconds. */
const TIMEOUT_MS = 30_000;
const IMPORTED = 300;
const ADMIN = '/api/admin';

/**
 * A response; `status` is 0 if there is none.
 * @typedef {{ status: number, text: string, milliseconds: number }} Answer
 * @typedef {{ ports: number[], token: string, connect: () => Promise<import('pg').Client> }} Place
 * `ports`: of the instances. `token`: of an administrator. `connect`: opens a session of the
 * database.
 */

/** Callers that get into the way of those who turn features off, in the ways of issue 30. */
export class Adversaries {
  #agent = new Agent({ keepAlive: true, maxSockets: Infinity });
  #name = `foe-${randomBytes(4).toString('hex')}`;
  /** @type {string[]} */
  #tokens = [];
  #isOver = false;
  /** @type {(() => unknown)[]} What ends what was begun. */
  #ends = [];
  /** @type {Promise<unknown>[]} */
  #running = [];
  /**
   * What callers could do or see although they had lost the right to.
   * @type {string[]}
   */
  trespasses = [];
  /**
   * What they got, by status, streams included.
   * @type {Map<number, number>}
   */
  statuses = new Map();
  /** How often a caller was removed. */
  removals = 0;

  /** @param {Place} place */
  constructor(place) {
    this.place = place;
    this.project = `${ADMIN}/projects/${this.#name}`;
  }

  /** Creates a project with two features, and the callers. */
  async prepare() {
    const project = { id: this.#name, name: this.#name, environments: ['production'] };
    await this.#must('POST', `${ADMIN}/projects`, project);
    for (const name of ['held', 'seen']) {
      await this.#must('POST', `${this.project}/features`, { name: this.#named(name) });
      // There is a row to lock from now on.
      await this.#must('POST', `${this.#at(name)}/environments/production/on`);
    }
    for (let n = 0; n < 12; n++) this.#tokens.push(await this.#newToken());
  }

  /** A transaction locks a row for which many switches of the same caller wait. */
  async lockedSwitches() {
    await this.#lock('feature_environment', 'feature_name');
    const path = `${this.#at('held')}/environments/production/off`;
    for (const port of this.place.ports) {
      for (let n = 0; n < 24; n++) this.#repeat(() => this.#send(port, 'POST', path));
      for (let n = 0; n < 6; n++)
        this.#repeat((turn) =>
          this.#send(port, 'POST', path, { headers: { 'idempotency-key': `${n}-${turn}` } }),
        );
    }
  }

  /** Imports and changes of others wait for a locked row. */
  async lockedChanges() {
    await this.#lock('feature', 'name');
    const change = { body: { description: 'changed' } };
    const imported = { body: this.#importOf([this.#named('held')]) };
    for (const port of this.place.ports)
      for (const token of this.#tokens.slice(0, 2)) {
        for (let n = 0; n < 12; n++)
          this.#repeat(() => this.#send(port, 'PUT', this.#at('held'), { ...change, token }));
        for (let n = 0; n < 4; n++) this.#repeat(() => this.#import(port, { ...imported, token }));
      }
  }

  /** Two callers import many features, four times each at once. */
  imports() {
    for (const [n, token] of this.#tokens.slice(0, 2).entries())
      for (let m = 0; m < 4; m++) {
        const names = Array.from({ length: IMPORTED }, (_, k) => this.#named(`${n}-${m}-${k}`));
        const port = this.place.ports[m % this.place.ports.length];
        this.#repeat(() => this.#import(port, { body: this.#importOf(names), token }));
      }
  }

  /** Ten callers take all places to wait for deliveries. */
  async deliveryStreams() {
    const path = `${this.#at('seen')}/environments/production/delivery/stream`;
    for (const port of this.place.ports)
      for (const token of this.#tokens.slice(0, 10))
        for (let n = 0; n < 20; n++) await this.#stream(port, path, token).opened;
  }

  /** A caller is removed before the last byte of the body has been sent, at another instance. */
  removedSenders() {
    this.#repeat(async (turn) => {
      const { ports } = this.place;
      const token = await this.#newToken();
      const body = JSON.stringify({ name: this.#named(`late-${turn}`) });
      const path = `${this.project}/features`;
      const { finish, answer } = this.#begin(ports[turn % ports.length], path, body, token);
      await sleep(LOOK_MS / 4);
      if (!(await this.#remove(token, turn + 1))) return finish();
      await sleep(LOOK_MS);
      finish();
      const { status } = await answer;
      if (status >= 200 && status < 300)
        this.trespasses.push(`a feature was created by a deleted token (${status})`);
    });
  }

  /** A caller is removed while a stream of events is open, at another instance. */
  removedReaders() {
    this.#repeat(async (turn) => {
      const { ports } = this.place;
      const token = await this.#newToken();
      const port = ports[turn % ports.length];
      const stream = this.#stream(port, `${ADMIN}/search/events/stream`, token);
      await stream.opened;
      if (await this.#remove(token, turn + 1)) {
        const ended = await Promise.race([stream.closed, sleep(STREAM_MS)]);
        if (!ended) this.trespasses.push(`a stream of a deleted token went on for ${STREAM_MS} ms`);
      }
      stream.close();
    });
  }

  /** Ends everything. */
  async end() {
    this.#isOver = true;
    for (const end of this.#ends.splice(0)) await end();
    await Promise.all(this.#running.splice(0));
    this.#isOver = false;
  }

  /** Closes all connections. */
  close() {
    this.#agent.destroy();
  }

  #named(name) {
    return `${this.#name}-${name}`;
  }

  #at(name) {
    return `${this.project}/features/${this.#named(name)}`;
  }

  #repeat(work) {
    const loop = async () => {
      for (let turn = 0; !this.#isOver; turn++) {
        const answer = await work(turn);
        if (answer) this.#count(answer.status);
      }
    };
    this.#running.push(loop());
  }

  async #lock(table, column) {
    const client = await this.place.connect();
    client.on('error', () => {});
    this.#ends.push(() => client.end().catch(() => {}));
    await client.query('BEGIN');
    await client.query(`SELECT FROM ${table} WHERE ${column} = $1 FOR UPDATE`, [
      this.#named('held'),
    ]);
  }

  #import(port, options) {
    return this.#send(port, 'POST', `${ADMIN}/features-batch/import`, options);
  }

  #importOf(names) {
    const features = names.map((name) => ({ name, type: 'release' }));
    const data = { features, featureStrategies: [], tagTypes: [] };
    return { project: this.#name, environment: 'production', data };
  }

  async #newToken() {
    const token = { tokenName: this.#named(randomBytes(4).toString('hex')), type: 'admin' };
    return (await this.#must('POST', `${ADMIN}/api-tokens`, token)).secret;
  }

  #count(status) {
    this.statuses.set(status, (this.statuses.get(status) ?? 0) + 1);
  }

  /** @returns {Promise<boolean>} Whether it was acknowledged. */
  async #remove(token, turn) {
    const { ports } = this.place;
    const path = `${ADMIN}/api-tokens/${encodeURIComponent(token)}`;
    const { status } = await this.#send(ports[turn % ports.length], 'DELETE', path);
    if (status === 200) this.removals++;
    return status === 200;
  }

  async #must(method, path, body) {
    const { status, text } = await this.#send(this.place.ports[0], method, path, { body });
    if (status < 200 || status >= 300) throw new Error(`${method} ${path}: ${status} ${text}`);
    return text === '' ? undefined : JSON.parse(text);
  }

  /** @returns {Promise<Answer>} */
  #send(port, method, path, { body, token, headers } = {}) {
    const { finish, answer } = this.#begin(port, path, body && JSON.stringify(body), token, {
      method,
      headers,
    });
    finish();
    return answer;
  }

  /** Sends a request except for the last byte of its body, which `finish` sends. */
  #begin(port, path, body = '', token = this.place.token, { method = 'POST', headers = {} } = {}) {
    const from = performance.now();
    const type = body === '' ? {} : { 'content-type': 'application/json' };
    const all = { ...headers, ...type, authorization: token };
    const call = request({
      ...{ port, path, method, agent: this.#agent, timeout: TIMEOUT_MS },
      headers: { ...all, 'content-length': Buffer.byteLength(body) },
    });
    const answer = new Promise((resolve) => {
      const over = (status, text) =>
        resolve({ status, text, milliseconds: performance.now() - from });
      call.once('response', (response) => {
        let text = '';
        response.setEncoding('utf8').on('data', (part) => (text += part));
        response.once('close', () => over(response.statusCode, text));
      });
      call.once('timeout', () => call.destroy());
      call.once('error', ({ message }) => over(0, message));
    });
    if (body.length > 1) call.write(body.slice(0, -1));
    return { finish: () => void call.end(body.slice(-1)), answer };
  }

  #stream(port, path, token) {
    const call = request({ port, path, agent: false, headers: { authorization: token } });
    const close = () => void call.destroy();
    this.#ends.push(close);
    const opened = new Promise((resolve) => {
      call.once('response', (response) => {
        this.#count(response.statusCode);
        response.resume().once('data', resolve);
      });
      call.once('close', resolve);
    });
    const closed = new Promise((resolve) => call.once('close', () => resolve(true)));
    call.on('error', () => {}).end();
    return { opened, closed, close };
  }

  /**
   * Every way to turn a feature off, as requests of a caller of its own.
   * @returns {Promise<{ way: string, switches: Answer[] }[]>}
   */
  async turnOffEveryWay(times) {
    const feature = this.#named(randomBytes(4).toString('hex'));
    const at = `${this.project}/features/${feature}`;
    await this.#must('POST', `${this.project}/features`, { name: feature });
    const off = `${at}/environments/production/off`;
    const bulk = `${this.project}/bulk_features/environments/production/off`;
    const ways = [
      ['off', off],
      ['forced', `${off}?force=true&reason=test`],
      ['guarded', `${off}?guard=warn`],
      ['keyed', off, { headers: () => ({ 'idempotency-key': randomBytes(8).toString('hex') }) }],
      ['conditional', off, { headers: () => ({ 'if-match': '*' }) }],
      ['previewed', `${off}?dryRun=true`],
      ['bulk', bulk, { body: { features: [feature] } }],
      ['waited for', `${off}?waitForDelivery=1s`],
    ];
    const [port] = this.place.ports;
    const measured = ways.map(([way]) => ({ way, switches: [] }));
    for (let n = 0; n < times; n++)
      for (const [place, [, path, { body, headers } = {}]] of ways.entries()) {
        await this.#send(port, 'POST', `${at}/environments/production/on`);
        const options = { body, headers: headers?.() };
        measured[place].switches.push(await this.#send(port, 'POST', path, options));
      }
    return measured;
  }
}
