import { setTimeout as sleep } from 'node:timers/promises';
import { ChangeRequestWriters } from './change-requests.mjs';
import { FaultClient, outcomeOf } from './client.mjs';
import { CLIENT_TOKENS } from './instances.mjs';
import { MilestoneWriters } from './milestones.mjs';

const FEATURES = '/api/admin/projects/default/features';
const ENVIRONMENTS = ['development', 'production'];
/** How many features are written and read by all instances. */
const SHARED = 2;
const PAUSE_MS = 60;
const SCHEDULE_PAUSE_MS = 500;
/** Longer than a request takes, since schedules must be in the future. */
const SCHEDULE_AHEAD_MS = 1_000;

/**
 * A write that is attempted once, and the event that it must leave exactly once if it is
 * acknowledged.
 * @typedef {{ event: string, feature: string, mark?: string, outcome: 'ok' | 'failed' | 'unknown'
 * }} Attempt `mark`: a text in the data of this event only.
 */

/** A switch of a feature that only one loop writes. `from` and `to` are times.
 * @typedef {{ isOn: boolean, from: number, to: number, status: number }} ProbeSwitch
 */

/**
 * Writes and reads through all instances, and keeps requests and responses. Each workload has
 * features of its own, so that every history begins with a known state.
 */
export class Workload {
  /**
   * Histories by register.
   * @type {Map<string, import('./linearizability.mjs').Operation[]>}
   */
  histories = new Map();
  /** @type {Attempt[]} */
  attempts = [];
  /**
   * Switches of each instance's own feature.
   * @type {ProbeSwitch[][]}
   */
  probes;
  /**
   * Answers to the searches of each instance.
   * @type {import('./client.mjs').Answer[][]}
   */
  searches;
  /**
   * Acknowledged schedules, by their id.
   * @type {number[]}
   */
  schedules = [];
  /**
   * What removed callers could do or see.
   * @type {string[]}
   */
  trespasses = [];
  #isStopped = false;
  #isPaused = false;
  #underWay = 0;
  /** @type {Promise<void>[]} */
  #loops = [];

  /** @param {import('./instances.mjs').Instances} instances @param {string} tag */
  constructor(instances, tag) {
    this.instances = instances;
    this.tag = tag;
    this.client = new FaultClient(instances);
    this.agreed = new ChangeRequestWriters(this.client, instances, tag);
    this.planned = new MilestoneWriters(this.client, tag);
    this.shared = Array.from({ length: SHARED }, (_, n) => `${tag}-shared-${n}`);
    this.own = instances.ports.map((_, n) => `${tag}-own-${n}`);
    this.scheduled = instances.ports.map((_, n) => `${tag}-scheduled-${n}`);
    this.probes = instances.ports.map(() => []);
    this.searches = instances.ports.map(() => []);
  }

  /** Creates the features, which are off in all environments. */
  async prepare() {
    await this.agreed.prepare();
    await this.planned.prepare();
    for (const name of [...this.shared, ...this.own, ...this.scheduled]) {
      await this.client.must('POST', FEATURES, { name, description: '' });
      for (const environment of ENVIRONMENTS)
        await this.client.must(
          'POST',
          `${FEATURES}/${name}/environments/${environment}/strategies`,
          {
            name: 'default',
          },
        );
      for (const environment of ENVIRONMENTS)
        await this.client.must('POST', `${FEATURES}/${name}/environments/${environment}/off`);
    }
  }

  start() {
    for (const n of this.instances.ports.keys())
      this.#loops.push(
        this.#repeat((turn) => this.#switchOwn(n, turn)),
        this.#repeat((turn) => this.#switchShared(n, turn)),
        this.#repeat((turn) => this.#describeShared(n, turn)),
        this.#repeat((turn) => this.#createAndArchive(n, turn)),
        this.#repeat((turn) => this.#schedule(n, turn)),
        this.#repeat((turn) => this.agreed.write(n, turn)),
        this.#repeat(() => this.planned.write(n)),
        this.#repeat((turn) => this.#readShared(n, turn), true),
        this.#repeat((turn) => this.#readAsSdk(n, turn), true),
        this.#repeat(() => this.#searchShared(n), true),
      );
  }

  /** Ends all loops and waits for their requests. */
  async stop() {
    this.#isStopped = true;
    await Promise.all(this.#loops);
    this.client.end();
  }

  /** Pauses all writes and waits for those that are running, or continues. */
  async pauseWrites(isPaused) {
    this.#isPaused = isPaused;
    while (isPaused && this.#underWay > 0) await sleep(20);
  }

  async #repeat(work, isRead = false) {
    for (let turn = 0; !this.#isStopped; turn++) {
      if (!this.#isPaused || isRead) {
        if (!isRead) this.#underWay++;
        try {
          await work(turn);
        } finally {
          if (!isRead) this.#underWay--;
        }
      }
      await sleep(PAUSE_MS * (0.5 + Math.random()));
    }
  }

  /** Switches the instance's own feature; repeats that until it is acknowledged. */
  async #switchOwn(n) {
    const last = this.probes[n].at(-1);
    const isOn = last ? (last.status === 200 ? !last.isOn : last.isOn) : true;
    const path = `${FEATURES}/${this.own[n]}/environments/production/${isOn ? 'on' : 'off'}`;
    const { status, from, to } = await this.client.call(n, 'POST', path);
    this.probes[n].push({ isOn, from, to, status });
  }

  async #switchShared(n) {
    const feature = any(this.shared);
    const environment = any(ENVIRONMENTS);
    const isOn = Math.random() < 0.5;
    const path = `${FEATURES}/${feature}/environments/${environment}/${isOn ? 'on' : 'off'}`;
    const answer = await this.client.call(n, 'POST', path);
    this.#write(`${feature} ${environment}`, isOn, answer);
  }

  async #describeShared(n, turn) {
    const feature = any(this.shared);
    const value = `${this.tag} ${n} ${turn}`;
    const body = [{ op: 'replace', path: '/description', value }];
    const answer = await this.client.call(n, 'PATCH', `${FEATURES}/${feature}`, { body });
    this.#write(`${feature} description`, value, answer);
    this.#attempt('feature-metadata-updated', feature, answer, value);
  }

  async #createAndArchive(n, turn) {
    const name = `${this.tag}-new-${n}-${turn}`;
    const created = await this.client.call(n, 'POST', FEATURES, { body: { name } });
    this.#attempt('feature-created', name, created);
    if (created.status !== 201) return;
    const strategies = `${FEATURES}/${name}/environments/production/strategies`;
    const title = `${name} strategy`;
    const added = await this.client.call(n, 'POST', strategies, {
      body: { name: 'default', title },
    });
    this.#attempt('feature-strategy-add', name, added, title);
    const archived = await this.client.call(n, 'DELETE', `${FEATURES}/${name}`);
    this.#attempt('feature-archived', name, archived);
  }

  /**
   * Schedules a switch of a feature. Two switches of a feature are never due at the same time, so
   * each one changes it.
   */
  async #schedule(n, turn) {
    await sleep(SCHEDULE_PAUSE_MS);
    const path = `${FEATURES}/${this.scheduled[n]}/environments/development/schedule`;
    const at = new Date(Date.now() + SCHEDULE_AHEAD_MS).toISOString();
    const body = { action: turn % 2 ? 'off' : 'on', at };
    // 400 when the time has passed because the request took so long.
    const { status, text } = await this.client.call(n, 'POST', path, { body, allowed: [400] });
    if (status === 201) this.schedules.push(JSON.parse(text).id);
  }

  async #readShared(n, turn) {
    const feature = any(this.shared);
    const cookie = turn % 2 ? this.instances.cookie : undefined;
    const answer = await this.client.call(n, 'GET', `${FEATURES}/${feature}`, { cookie });
    if (answer.status !== 200) return;
    const { description, environments } = JSON.parse(answer.text);
    this.#read(`${feature} description`, description ?? '', answer);
    for (const { name, enabled } of environments)
      if (ENVIRONMENTS.includes(name)) this.#read(`${feature} ${name}`, enabled, answer);
  }

  /** Searches run on the replica, and must find all changes that were acknowledged before. */
  async #searchShared(n) {
    const answer = await this.client.call(
      n,
      'GET',
      `/api/admin/search/features?query=${this.tag}-shared`,
    );
    this.searches[n].push(answer);
    if (answer.status !== 200) return;
    for (const { name, description, environments } of JSON.parse(answer.text).features) {
      this.#read(`${name} description`, description ?? '', answer);
      for (const one of environments)
        if (ENVIRONMENTS.includes(one.name)) this.#read(`${name} ${one.name}`, one.enabled, answer);
    }
  }

  async #readAsSdk(n, turn) {
    const token = CLIENT_TOKENS[ENVIRONMENTS[turn % 2]];
    await this.client.call(n, 'GET', '/api/client/features', { token });
  }

  #write(register, value, { status, from, to }) {
    const outcome = outcomeOf(status);
    if (outcome === 'failed') return;
    const end = outcome === 'ok' ? to : Infinity;
    this.#keep(register, { kind: 'write', value, start: from, end });
  }

  #read(register, value, { from, to }) {
    this.#keep(register, { kind: 'read', value, start: from, end: to });
  }

  #keep(register, operation) {
    const history = this.histories.get(register) ?? [];
    this.histories.set(register, [...history, operation]);
  }

  #attempt(event, feature, { status }, mark) {
    this.attempts.push({ event, feature, mark, outcome: outcomeOf(status) });
  }
}

const any = (list) => list[Math.floor(Math.random() * list.length)];
