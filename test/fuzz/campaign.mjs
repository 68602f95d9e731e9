import fc from 'fast-check';
import { isWanted, operationsOf } from '../bounds/requests.mjs';
import { reachesFar } from '../live/scene.mjs';
import { checkAgainstOpenApi } from '../support/openapi-check.mjs';
import { curl } from './curl.mjs';
import { exchange } from './exchange.mjs';
import { FuzzRequests } from './requests.mjs';
import { SchemaValues } from './values.mjs';

/** How many plain requests each operation begins with, so that every operation can succeed. */
const PLAIN_FIRST = 3;
/** How many other requests are sent before the tested one at most, so that it finds data. */
const MOST_BEFORE = 2;
/** Paths that are read after each successful change, whatever it has stored. */
const READ_AFTERWARDS = [
  ['/api/admin/projects/target/features/target-feature', 'admin token'],
  ['/api/admin/search/features', 'admin token'],
  ['/api/admin/projects/target/overview', 'admin token'],
  ['/api/admin/events', 'admin token'],
  ['/api/client/features', 'client token'],
  ['/api/frontend?userId=1&appName=target', 'frontend token'],
];

/**
 * A failure, reduced to the smallest request that causes it.
 * @typedef {{ operationId: string, message: string, commands: string[], seed: number, path: string
 * }} Failure
 */

/** Tries every operation with generated requests. */
export class FuzzCampaign {
  /**
   * Responses by operation and status.
   * @type {Map<string, Map<number, number>>}
   */
  statuses = new Map();
  requests = 0;
  #isRestored = false;
  /** Whether a request has changed anything since the last restore. */
  #isChanged = false;
  /** Whether every run begins with a restore, which is slower. */
  #isCareful = false;
  /** @type {(template: string) => Record<string, string>} */
  #namesOf = () => ({});
  /** @type {string[]} */
  #commands = [];

  constructor({ service, scene, callers, document, options }) {
    Object.assign(this, { service, scene, callers, options });
    this.all = operationsOf(document);
    this.operations = this.all.filter(isWanted(options.only));
    this.generate = new FuzzRequests(new SchemaValues(document));
  }

  /** @returns {Promise<Failure[]>} */
  async run() {
    const failures = [];
    const end = Date.now() + this.options.seconds * 1000;
    for (const operation of this.operations)
      failures.push(...(await this.#tryLookalikes(operation)));
    if (this.options.runs === 0) return failures;
    for (const [n, operation] of this.operations.entries()) {
      const milliseconds = (end - Date.now()) / (this.operations.length - n);
      if (milliseconds <= 0) break;
      const failure = await this.#tryOut(operation, milliseconds);
      if (failure) failures.push(failure);
      if (this.service.ended) break;
    }
    return failures;
  }

  /** @returns {Promise<Failure[]>} The first failure of the operation, if any. */
  async #tryLookalikes(operation) {
    const [caller] = this.callers.namesFor(operation);
    const { operationId } = operation;
    for (const request of this.generate.lookalikes(operation, caller)) {
      try {
        await this.#try([request]);
      } catch ({ message }) {
        return [
          { operationId, message, commands: this.#commands, seed: this.options.seed, path: '' },
        ];
      }
    }
    return [];
  }

  /** @returns {Promise<Failure | undefined>} */
  async #tryOut(operation, milliseconds) {
    if (this.#isChanged) this.#isRestored = false;
    this.#isCareful = false;
    const one = (which) => this.generate.of(which, this.callers.namesFor(which));
    const related = this.all.filter(
      ({ method, tags }) => method !== 'get' && tags?.[0] === operation.tags?.[0],
    );
    const before =
      related.length > 0
        ? fc.array(fc.oneof(...related.map(one)), { maxLength: MOST_BEFORE })
        : fc.constant([]);
    const tried = fc.tuple(before, one(operation));
    const plain = this.generate.plain(operation, this.callers.namesFor(operation)[0]);
    const alone = fc.tuple(fc.constant([]), plain);
    const requests = fc.oneof({ weight: 1, arbitrary: alone }, { weight: 2, arbitrary: tried });
    const { seed, path, runs: numRuns } = this.options;
    const first = fc.sample(plain, { numRuns: PLAIN_FIRST, seed });
    const examples = first.map((request) => [[[], request]]);
    const details = await fc.check(
      fc.asyncProperty(requests, ([earlier, last]) => this.#try([...earlier, last])),
      {
        seed,
        path,
        numRuns,
        examples,
        interruptAfterTimeLimit: milliseconds,
        markInterruptAsFailure: false,
      },
    );
    if (!details.counterexample) return undefined;
    return {
      operationId: operation.operationId,
      message: details.errorInstance?.message ?? String(details.errorInstance),
      commands: this.#commands,
      seed: details.seed,
      path: details.counterexamplePath ?? '',
    };
  }

  /** @param {import('./requests.mjs').FuzzRequest[]} requests */
  async #try(requests) {
    if (!this.#isRestored || this.#isCareful) await this.#restore();
    const commands = [];
    try {
      for (const request of requests) {
        const response = await this.#send(this.#resolved(request), request.operationId, commands);
        if (request.method === 'GET' || response.status >= 300) continue;
        this.#isChanged = true;
        if (reachesFar(request)) this.#isRestored = false;
        await this.#readAfterwards(request, commands);
      }
    } catch (error) {
      this.#commands = commands;
      this.#isCareful = true;
      throw error;
    }
  }

  async #restore() {
    this.#namesOf = await this.scene.restore();
    await this.callers.restore();
    this.#isRestored = true;
    this.#isChanged = false;
  }

  #resolved(request) {
    const names = this.#namesOf(request.template);
    const ids = {
      strategyId: this.#namesOf('/api/admin/').strategyId,
      segmentId: this.#namesOf('/api/admin/segments/').id,
      groupId: this.#namesOf('/api/admin/').groupId,
      userId: this.#namesOf('/api/admin/').userId,
      templateId: this.#namesOf('/api/admin/release-plan-templates').templateId,
      roleId: this.#namesOf('/api/admin/').roleId,
    };
    const valueOf = (name) =>
      name.startsWith('path:') ? (names[name.slice(5)] ?? 'absent') : String(ids[name] ?? name);
    const inText = (text) => text.replace(/@@([\w:]+)@@/g, (_, name) => valueOf(name));
    const inJson = (text) =>
      inText(
        text.replace(/"@@(\w+)@@"/g, (_, name) =>
          /^\d+$/.test(valueOf(name)) ? valueOf(name) : JSON.stringify(valueOf(name)),
        ),
      );
    return {
      ...request,
      path: inText(request.path),
      headers: { ...this.callers.headersOf(request.caller), ...request.headers },
      ...(request.body === undefined ? {} : { body: inJson(request.body) }),
    };
  }

  async #readAfterwards({ template, path }, commands) {
    const parts = this.#resolved({ template, path, caller: 'admin token', headers: {} });
    const [own] = parts.path.split('?');
    const parent = own.slice(0, own.lastIndexOf('/'));
    for (const near of [own, parent])
      if (this.#isReadable(template, near === own)) await this.#read(near, 'admin token', commands);
    for (const [always, caller] of READ_AFTERWARDS) await this.#read(always, caller, commands);
  }

  #isReadable(template, isOwn) {
    const wanted = isOwn ? template : template.slice(0, template.lastIndexOf('/'));
    return this.all.some((one) => one.method === 'get' && one.template === wanted);
  }

  #read(path, caller, commands) {
    const request = { method: 'GET', path, headers: this.callers.headersOf(caller) };
    return this.#send(request, `read ${path.split('?')[0]}`, commands);
  }

  async #send(request, name, commands) {
    commands.push(curl(this.service.url, request));
    this.requests++;
    const response = await exchange(this.service.port, request).catch((error) => {
      throw new Error(`no response: ${error.message} ${this.#ending()}`);
    });
    if (!name.startsWith('read ')) this.#count(name, response.status);
    if (this.options.verbose) console.log(response.status, commands.at(-1).slice(0, 300));
    this.#judge(request, response);
    return response;
  }

  #count(operationId, status) {
    const counts = this.statuses.get(operationId) ?? new Map();
    this.statuses.set(operationId, counts.set(status, (counts.get(status) ?? 0) + 1));
  }

  #judge({ method, path }, response) {
    const { status, text, headers } = response;
    const isDeliberate = status === 503 && headers['retry-after'] !== undefined;
    if (status >= 500 && !isDeliberate)
      throw new Error(`${status}: ${text.slice(0, 500)}\n${this.#logOf(text)}`);
    checkAgainstOpenApi(method.toLowerCase(), path, response);
  }

  /** Lines of the log about an error. */
  #logOf(text) {
    const id = /"id":"([^"]+)"/.exec(text)?.[1];
    const lines = this.service.output.split('\n');
    return id
      ? lines
          .filter((line) => line.includes(id))
          .join('\n')
          .slice(0, 3_000)
      : '';
  }

  #ending() {
    return this.service.ended
      ? `(the service ended: ${this.service.ended})\n${this.service.output}`
      : '';
  }
}
