import { setTimeout as sleep } from 'node:timers/promises';
import { outcomeOf } from './client.mjs';

const PROJECTS = '/api/admin/projects';
const ENVIRONMENT = 'production';
const PAUSE_MS = 200;
/** How often applying is repeated when there is no response. */
const MOST_ATTEMPTS = 4;
const RETRY_MS = 300;

/**
 * Writes change requests, for each instance in a project of its own: a token creates a request that
 * turns two new features on, and an administrator approves it. Every second request is applied by
 * two instances at the same time; the others are scheduled.
 */
export class ChangeRequestWriters {
  /**
   * The change requests that were applied or scheduled.
   * @type {{ id: number, isScheduled: boolean, outcome: 'ok' | 'failed' | 'unknown' }[]}
   */
  applications = [];
  /**
   * Change requests that more than one instance claims to have applied.
   * @type {number[]}
   */
  repeated = [];
  /** Longer than a request is expected to take, since schedules must be in the future. */
  aheadMs = 1_000;

  /**
   * @param {import('./client.mjs').FaultClient} client
   * @param {import('./instances.mjs').Instances} instances
   * @param {string} tag
   */
  constructor(client, instances, tag) {
    this.client = client;
    this.instances = instances;
    this.projects = instances.ports.map((_, n) => `${tag}-agreed-${n}`);
  }

  /** Creates the projects, whose production requires an approval. */
  async prepare() {
    for (const id of this.projects) {
      const project = { id, name: id, environments: [ENVIRONMENT] };
      await this.client.must('POST', PROJECTS, project);
      const config = `environments/${ENVIRONMENT}/change-requests/config`;
      const wanted = { changeRequestsEnabled: true, requiredApprovals: 1 };
      await this.client.must('PUT', `${PROJECTS}/${id}/${config}`, wanted);
    }
  }

  /** Makes one change request through an instance. A step without a response ends it. */
  async write(n, turn) {
    await sleep(PAUSE_MS);
    const id = await this.#draft(n, turn);
    if (id === undefined) return;
    // 409 when an earlier step took effect without a response.
    const review = await this.#setState(n, id, { state: 'In review' });
    if (review.status !== 200) return;
    const approval = { body: { state: 'Approved' }, cookie: this.instances.cookie };
    const other = (n + 1) % this.projects.length;
    const approved = await this.client.call(other, 'PUT', this.#stateOf(n, id), approval);
    if (approved.status !== 200) return;
    if (turn % 2) await this.#schedule(n, id);
    else await this.#apply([n, other], n, id);
  }

  /** @returns {Promise<number | undefined>} The id of the draft. */
  async #draft(n, turn) {
    const path = `${PROJECTS}/${this.projects[n]}`;
    const names = ['a', 'b'].map((part) => `${this.projects[n]}-${turn}-${part}`);
    for (const name of names) {
      const created = await this.client.call(n, 'POST', `${path}/features`, { body: { name } });
      if (created.status !== 201) return undefined;
    }
    const payload = { enabled: true };
    const body = names.map((feature) => ({ action: 'updateEnabled', feature, payload }));
    const draft = `${path}/environments/${ENVIRONMENT}/change-requests`;
    const { status, text } = await this.client.call(n, 'POST', draft, { body });
    return status === 200 ? JSON.parse(text).id : undefined;
  }

  #stateOf(n, id) {
    return `${PROJECTS}/${this.projects[n]}/change-requests/${id}/state`;
  }

  #setState(n, id, body, allowed = []) {
    return this.client.call(n, 'PUT', this.#stateOf(n, id), { body, allowed });
  }

  /**
   * Applies a request through several instances at the same time, again until one of them responds.
   */
  async #apply(through, n, id) {
    const outcomes = [];
    for (let attempt = 0; attempt < MOST_ATTEMPTS; attempt++) {
      const path = this.#stateOf(n, id);
      const options = { body: { state: 'Applied' }, allowed: [409] };
      const answers = await Promise.all(
        through.map((one) => this.client.call(one, 'PUT', path, options)),
      );
      outcomes.push(...answers.map(({ status }) => outcomeOf(status)));
      if (answers.some(({ status }) => status === 200 || status === 409)) break;
      await sleep(RETRY_MS);
    }
    const acknowledged = outcomes.filter((outcome) => outcome === 'ok').length;
    if (acknowledged > 1) this.repeated.push(id);
    const outcome = acknowledged > 0 ? 'ok' : outcomes.includes('unknown') ? 'unknown' : 'failed';
    this.applications.push({ id, isScheduled: false, outcome });
  }

  async #schedule(n, id) {
    const scheduledAt = new Date(Date.now() + this.aheadMs).toISOString();
    // 400 when the time has passed because the request took so long.
    const answer = await this.#setState(n, id, { state: 'Scheduled', scheduledAt }, [400]);
    this.applications.push({ id, isScheduled: true, outcome: outcomeOf(answer.status) });
  }
}

/**
 * An applied change request must have made all its changes with their events, each exactly once;
 * one that is not applied must have made none. Waits for scheduled requests.
 * @param {ChangeRequestWriters} writers
 * @param {import('./postgres.mjs').Cluster} cluster
 * @param {number} waitMs
 * @returns {Promise<string[]>}
 */
export async function applicationFailures({ applications, repeated, projects }, cluster, waitMs) {
  let requests = await cluster.query(READ_REQUESTS, [projects]);
  const isWaiting = ({ state, status }) => state === 'Scheduled' && status === 'pending';
  for (const end = Date.now() + waitMs; Date.now() < end; await sleep(250)) {
    if (!requests.some(isWaiting)) break;
    requests = await cluster.query(READ_REQUESTS, [projects]);
  }
  const states = new Map(requests.map(({ id, state, reason }) => [id, { state, reason }]));
  return [
    ...repeated.map((id) => `change request ${id} was applied by two instances`),
    ...requests.flatMap(effectFailures),
    ...applications.flatMap(({ id, isScheduled, outcome }) => {
      const { state = 'gone', reason } = states.get(id) ?? {};
      const isRight = outcome === 'unknown' || (outcome === 'ok') === (state === 'Applied');
      const kind = isScheduled ? 'schedule' : 'application';
      const why = reason ? ` (${reason})` : '';
      return isRight ? [] : [`${kind} of change request ${id} is ${outcome}, it is ${state}${why}`];
    }),
  ];
}

/** An applied request has each change once, any other request has none. */
function effectFailures({ id, state, applications, changes }) {
  const wanted = state === 'Applied' ? 1 : 0;
  const failures =
    applications === wanted
      ? []
      : [`change request ${id} is ${state}, applied ${applications} times`];
  for (const { feature, enabled, strategies, switches } of changes)
    if (enabled !== (wanted === 1) || strategies !== wanted || switches !== wanted)
      failures.push(
        `change request ${id} is ${state}: ${feature} is ${enabled ? 'on' : 'off'}, ` +
          `${strategies} strategies, ${switches} switches`,
      );
  return failures;
}

const READ_REQUESTS = `
  SELECT r.id, r.state, r.schedule_status AS status, r.schedule_reason AS reason,
    (SELECT count(*)::int FROM event e WHERE e.type = 'change-request-applied'
       AND (e.data ->> 'changeRequestId')::int = r.id) AS applications,
    (SELECT coalesce(jsonb_agg(jsonb_build_object(
         'feature', c.feature_name,
         'enabled', coalesce(f.enabled, false),
         'strategies', (SELECT count(*) FROM event e WHERE e.feature_name = c.feature_name
            AND e.type = 'feature-strategy-add' AND e.change_request_id = r.id),
         'switches', (SELECT count(*) FROM event e WHERE e.feature_name = c.feature_name
            AND e.type = 'feature-environment-enabled' AND e.change_request_id = r.id)
       )), '[]')
     FROM change_request_change c
     LEFT JOIN feature_environment f
       ON f.feature_name = c.feature_name AND f.environment = r.environment
     WHERE c.change_request_id = r.id) AS changes
  FROM change_request r WHERE r.project = ANY ($1) ORDER BY r.id`;
