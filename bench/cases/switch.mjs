import { compiled } from '../server.mjs';
import { ENVIRONMENTS } from '../sizes.mjs';
import { ACTOR, CALLERS } from './site.mjs';

/** Which environment a caller switches features in. @typedef {(caller: number) => string} Where */

/** @type {Where} */
const inOne = () => 'production';
/** @type {Where} */
const inThree = (caller) => ENVIRONMENTS[caller % ENVIRONMENTS.length];

/**
 * Switches features over HTTP, and by the statements that the service runs for it. @type
 * {import('../measure.mjs').Case}
 */
export const SWITCH = {
  name: 'on/off',
  sides: ['service', 'bare'],
  prepare: (site) => withChanges(site, (service, bare) => [service(inOne), bare(inOne)]),
};

/**
 * The same beside the bare statements on a few connections that all callers share, where each
 * statement is sent without waiting for the answers to those before it. @type
 * {import('../measure.mjs').Case}
 */
export const SWITCH_PIPELINED = {
  name: 'on/off',
  sides: ['service', 'pipelined'],
  prepare: (site) =>
    withChanges(site, (service, _, pipelined) => [service(inOne), pipelined(inOne)]),
};

/**
 * Whether writers of one environment wait for each other: as many of them in one as in three. @type
 * {import('../measure.mjs').Case[]}
 */
export const SWITCH_APART = [
  {
    name: 'on/off, service',
    sides: ['3 environments', '1 environment'],
    prepare: (site) => withChanges(site, (service) => [service(inThree), service(inOne)]),
  },
  {
    name: 'on/off, bare SQL',
    sides: ['3 environments', '1 environment'],
    prepare: (site) => withChanges(site, (_, bare) => [bare(inThree), bare(inOne)]),
  },
];

/**
 * The same beside a real Unleash, whose answers have no body. What one of them does of its own
 * accord would slow the other, so it is stopped during the turns of the other.
 * @param {{ pid: number }} unleash
 * @param {import('../load/http-connection.mjs').HttpConnection[]} connections One for each caller.
 * @returns {import('../measure.mjs').Case}
 */
export const besideUnleash = (unleash, connections) => ({
  name: 'on/off',
  sides: ['service', 'reference'],
  warmUpSeconds: 5, // Node optimises the code of both for several seconds
  prepare: async (site) => {
    const shareOf = await shares(site);
    const ours = await withChanges(site, (service) => [service(inOne)]);
    const reference = (caller) => {
      const share = shareOf(caller, 'production');
      return async () => {
        const place = draw(share);
        const { status } = await connections[caller].ask('POST', pathOf(place));
        if (status !== 200) throw new Error(`Unleash answered ${status}.`);
      };
    };
    const pids = [site.service.pid, unleash.pid];
    const beforeTurn = (side) => {
      process.kill(pids[1 - side], 'SIGSTOP');
      process.kill(pids[side], 'SIGCONT');
    };
    return { callers: [...ours.callers, reference], beforeTurn };
  },
});

/** As long as the first attempt of the service waits for a locked row, in milliseconds. */
const LOCK_MS = '50';

/**
 * Every call turns a random feature on that is off, or off that is on: so each one is a real
 * change, with its event. Each caller has features of its own, whichever the environment, so that
 * none finds its change done already.
 * @param {import('./site.mjs').Site} site
 * @param {(service: (where: Where) => import('../measure.mjs').Side, bare: (where: Where) =>
 * import('../measure.mjs').Side, pipelined: (where: Where) => import('../measure.mjs').Side) =>
 * import('../measure.mjs').Side[]} choose
 */
async function withChanges(site, choose) {
  const { SWITCH_OFF, SWITCH_ON } = await compiled('src/feature/switch/feature-switch.sql.js');
  const { READ_FEATURE } = await compiled('src/feature/feature.sql.js');
  const shareOf = await shares(site);
  const service = (where) => (caller) => {
    const share = shareOf(caller, where(caller));
    return async () => {
      await site.ask(caller, 'POST', pathOf(draw(share)));
    };
  };
  const bare = (where) => (caller) => {
    const share = shareOf(caller, where(caller));
    return async () => {
      const { project, feature, environment, enabled } = draw(share);
      await site.run(enabled ? SWITCH_ON : SWITCH_OFF, [
        project,
        feature,
        environment,
        ACTOR.name,
        ACTOR.id,
        ACTOR.token,
        LOCK_MS,
        null, // no reason
        false, // no approval is skipped
      ]);
      await site.run(READ_FEATURE, [project, feature, ACTOR.id]);
    };
  };
  const pipelined = (where) => (caller) => {
    const share = shareOf(caller, where(caller));
    return async () => {
      const { project, feature, environment, enabled } = draw(share);
      const { id, name, token } = ACTOR;
      const values = [project, feature, environment, name, id, token, LOCK_MS, null, false];
      await site.runTogether([
        [enabled ? SWITCH_ON : SWITCH_OFF, values],
        [READ_FEATURE, [project, feature, id]],
      ]);
    };
  };
  return { callers: choose(service, bare, pipelined), check: await everyCallIsAnEvent(site) };
}

/**
 * The live features with their state, shared out among the callers. All sides share the state, too:
 * one goes on where another stopped.
 */
async function shares(site) {
  const { rows } = await site.pool.query(
    `SELECT f.project, f.name AS feature, fe.environment, fe.enabled FROM feature f JOIN feature_environment fe ON fe.feature_name = f.name
      WHERE f.archived_at IS NULL ORDER BY f.name`,
  );
  return (caller, environment) => {
    const share = rows
      .filter((row) => row.environment === environment)
      .filter((_, n) => n % CALLERS === caller);
    if (share.length === 0)
      throw new Error('The instance has too few features for that many callers.');
    return share;
  };
}

/** Where a feature is switched to the state that was drawn. */
const pathOf = ({ project, feature, environment, enabled }) =>
  `/api/admin/projects/${project}/features/${feature}/environments/${environment}/${enabled ? 'on' : 'off'}`;

/** A random one, turned over. */
function draw(share) {
  const place = share[Math.floor(Math.random() * share.length)];
  place.enabled = !place.enabled;
  return place;
}

/**
 * Makes sure that what was measured are changes, each with one event: otherwise the figures would
 * be those of doing nothing.
 */
async function everyCallIsAnEvent(site) {
  const last = await site.pool.query('SELECT max(id) AS id FROM event');
  return async (calls) => {
    const { rows } = await site.pool.query(
      `SELECT count(*)::int AS events FROM event
        WHERE id > $1 AND type IN ('feature-environment-enabled', 'feature-environment-disabled')`,
      [last.rows[0].id],
    );
    if (rows[0].events !== calls)
      throw new Error(`${calls} changes left ${rows[0].events} events.`);
  };
}
