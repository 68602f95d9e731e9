import { setTimeout as sleep } from 'node:timers/promises';

const FEATURES = '/api/admin/projects/default/features';
const TEMPLATES = '/api/admin/release-plan-templates';
const PAUSE_MS = 400;

/** Starts the milestones of release plans in turn, through each instance those of one feature. */
export class MilestoneWriters {
  /**
   * Starts through each instance.
   * @type {{ milestone: string, status: number }[][]}
   */
  starts;
  /**
   * The milestones of each plan.
   * @type {string[][]}
   */
  #milestones = [];
  /**
   * The path of each plan.
   * @type {string[]}
   */
  #plans = [];

  /** @param {import('./client.mjs').FaultClient} client @param {string} tag */
  constructor(client, tag) {
    this.client = client;
    this.features = client.ports.map((_, n) => `${tag}-planned-${n}`);
    this.starts = client.ports.map(() => []);
    this.tag = tag;
  }

  /** Creates features that are on, with the first milestone of their plans started. */
  async prepare() {
    const milestones = ['10', '50', '100'].map((rollout) => ({
      name: `${rollout} %`,
      strategies: [
        { strategyName: 'flexibleRollout', parameters: { rollout, stickiness: 'default' } },
      ],
    }));
    const template = await this.client.must('POST', TEMPLATES, { name: this.tag, milestones });
    for (const [n, name] of this.features.entries()) {
      await this.client.must('POST', FEATURES, { name });
      const path = `${FEATURES}/${name}/environments/production`;
      const wanted = { templateId: template.id };
      const plan = await this.client.must('POST', `${path}/release-plans`, wanted);
      await this.client.must('POST', `${path}/on`);
      this.#milestones[n] = plan.milestones.map(({ id }) => id);
      this.#plans[n] = `${path}/release-plans/${plan.id}`;
    }
  }

  /** Starts the next milestone; repeats that until it is acknowledged. */
  async write(n) {
    await sleep(PAUSE_MS);
    const milestones = this.#milestones[n];
    const last = this.starts[n].at(-1);
    const isDone = last === undefined || last.status === 200;
    const present = milestones.indexOf(last?.milestone ?? milestones[0]);
    const milestone = milestones[isDone ? (present + 1) % milestones.length : present];
    const path = `${this.#plans[n]}/milestones/${milestone}/start`;
    const { status } = await this.client.call(n, 'POST', path);
    this.starts[n].push({ milestone, status });
  }
}

/**
 * Each acknowledged start must have exactly one event, and must have replaced the strategies of the
 * milestone before.
 * @param {MilestoneWriters} writers
 * @param {import('./postgres.mjs').Cluster} cluster
 * @returns {Promise<string[]>}
 */
export async function milestoneFailures({ features, starts }, cluster) {
  const plans = await cluster.query(READ_PLANS, [features]);
  return plans.flatMap(({ feature, active, strategies, started, added, removed }) => {
    const own = starts[features.indexOf(feature)];
    // Turning the feature on started the first milestone.
    const acknowledged = own.filter(({ status }) => status === 200).length + 1;
    const last = own.at(-1);
    const isOpen = last !== undefined && last.status !== 200;
    const failures = [];
    if (started !== acknowledged && !(isOpen && started === acknowledged + 1))
      failures.push(`${feature}: ${acknowledged} acknowledged starts, ${started} events`);
    if (last && !isOpen && active !== last.milestone)
      failures.push(`${feature}: the milestone started last is not active`);
    if (strategies.length !== 1 || strategies[0] !== active)
      failures.push(`${feature}: has the strategies of ${strategies}, not of ${active}`);
    if (added !== started || removed !== started - 1)
      failures.push(`${feature}: ${started} starts added ${added} and removed ${removed}`);
    return failures;
  });
}

const READ_PLANS = `
  SELECT p.feature_name AS feature, p.active_milestone_id AS active,
    (SELECT coalesce(jsonb_agg(s.milestone_id), '[]') FROM feature_strategy s
     WHERE s.feature_name = p.feature_name AND s.environment = p.environment) AS strategies,
    e.started, e.added, e.removed
  FROM release_plan p, LATERAL (
    SELECT count(*) FILTER (WHERE e.type = 'release-plan-milestone-started')::int AS started,
           count(*) FILTER (WHERE e.type = 'feature-strategy-add')::int AS added,
           count(*) FILTER (WHERE e.type = 'feature-strategy-remove')::int AS removed
    FROM event e WHERE e.feature_name = p.feature_name) e
  WHERE p.feature_name = ANY ($1) ORDER BY 1`;
