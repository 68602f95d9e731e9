import { setTimeout as sleep } from 'node:timers/promises';
import { isWanted, operationsOf, requestsOf } from './requests.mjs';
import { SchemaSamples } from '../live/schema-samples.mjs';
import { reachesFar } from '../live/scene.mjs';
import { send } from './sender.mjs';

/** How many requests are sent of an operation that the guard refuses for the caller. */
const REQUESTS_WHEN_REFUSED = 4;
/**
 * All hostile requests are sent by the first caller who gets past the guard. Each further caller
 * repeats only one of this many.
 */
const SAMPLE = 8;
/**
 * How often a request that seems to have exceeded a limit is sent again, and milliseconds of
 * silence before that.
 */
const REPEATS = 3;
const QUIET_MS = 150;

/**
 * A request that was sent, and its response. `reached`: it got past the guard, and what it refers
 * to exists.
 * @typedef {{ operation: string, label: string, caller: string, from: number, to: number, reached:
 * boolean, status: number, bytes: number, retryAfter?: string, error?: string, text: string }} Sent
 */

/**
 * Sends every request as every caller: one after the other, so that it is known which of them
 * blocked the event loop.
 */
export class Campaign {
  /** @type {Sent[]} */
  sent = [];
  #isRestored = false;
  /** @type {(template: string) => Record<string, string>} */
  #namesOf;

  constructor({ service, scene, document, callers, expensive, options, signal }) {
    Object.assign(this, { service, scene, callers, expensive, options, signal });
    this.samples = new SchemaSamples(document);
    this.operations = operationsOf(document).filter(isWanted(options.only));
  }

  async run() {
    for (const operation of this.operations) {
      let past = 0;
      for (const caller of this.callers)
        if (!caller.only || operation.template.startsWith(caller.only))
          if (await this.#tryOut(operation, caller, past)) past++;
    }
    return this.sent;
  }

  /**
   * Sends a request again that seems to have exceeded a limit.
   * @param {Sent} suspect
   * @returns {Promise<Sent[]>}
   */
  async repeat({ operation: operationId, label, caller: name }) {
    const operation = this.operations.find((one) => one.operationId === operationId);
    const caller = this.callers.find((one) => one.name === name);
    const repeats = [];
    for (let n = 0; n < REPEATS; n++) {
      await this.#restore(caller);
      for (const request of this.#requests(operation)) {
        if (request.label !== label) continue;
        await sleep(QUIET_MS);
        repeats.push(await this.#send(request, caller));
        break;
      }
      await sleep(QUIET_MS);
    }
    return repeats;
  }

  /**
   * @param {number} past How many earlier callers got past the guard.
   * @returns {Promise<boolean>} Whether this one did.
   */
  async #tryOut(operation, caller, past) {
    if (!this.#isRestored) await this.#restore(caller);
    let left = Infinity;
    let isPast = false;
    let turn = 0;
    for (const request of this.#requests(operation)) {
      if (
        past > 0 &&
        !this.options.thorough &&
        request.isHostile &&
        turn++ % SAMPLE !== past % SAMPLE
      )
        continue;
      if (left <= 0) break;
      if (!request.label.includes(this.options.label)) continue;
      left--;
      let sent = await this.#send(request, caller);
      if (request.label === 'plain') {
        if (isMissing(sent, caller)) {
          await this.#restore(caller);
          sent = await this.#send(this.#requests(operation).next().value, caller);
        }
        isPast = sent.status !== 401 && (sent.status !== 403 || sent.reached);
        if (!isPast) left = REQUESTS_WHEN_REFUSED - 1;
      }
      this.sent.push(sent);
      if (operation.method !== 'get' && sent.status < 300 && reachesFar(operation))
        this.#isRestored = false;
    }
    return isPast;
  }

  async #restore(caller) {
    this.#namesOf = await this.scene.restore();
    this.#isRestored = true;
    if (canSignIn(caller)) await this.scene.signIn(caller);
  }

  #requests(operation) {
    return requestsOf(
      operation,
      this.samples,
      this.#namesOf(operation.template),
      this.expensive[operation.operationId],
    );
  }

  /** @returns {Promise<Sent>} */
  async #send(request, caller) {
    this.signal.throwIfAborted();
    const { operation, label } = request;
    const from = Date.now();
    const answer = await send(this.service.port, request, caller.headers);
    const sent = {
      operation,
      label,
      caller: caller.name,
      from,
      to: Date.now(),
      reached: isReached(answer),
      ...answer,
    };
    if (this.options.verbose)
      console.log(`${sent.status} ${sent.to - from} ms ${operation}, ${label} (${caller.name})`);
    if (this.service.ended) {
      throw new Error(
        `The service ended (${this.service.ended}) after ${operation}, ${label}:\n${this.service.output}`,
      );
    }
    return sent;
  }
}

/** Whether an earlier request may have deleted what is requested, or the caller's session. */
function isMissing({ status }, caller) {
  return (
    (status === 401 && canSignIn(caller)) ||
    (status === 404 && (caller.username || caller.only || caller.name === 'admin token'))
  );
}

const canSignIn = ({ username, owner, only }) => [username, owner, only].some(Boolean);

/**
 * 403 also means that a permitted caller requests something that is not possible in the present
 * state.
 */
function isReached({ status, text }) {
  return (
    ![0, 401, 403, 404, 429].includes(status) ||
    (status === 403 && text.includes('InvalidOperationError'))
  );
}
