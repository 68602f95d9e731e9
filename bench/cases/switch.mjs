import { compiled } from '../server.mjs';
import { ENVIRONMENTS } from '../sizes.mjs';
import { ACTOR, CALLERS } from './site.mjs';

/**
 * The environment in which a caller switches features.
 * @typedef {(caller: number) => string} Where
 */

/** @type {Where} */
const inOne = () => 'production';
/** @type {Where} */
const inThree = (caller) => ENVIRONMENTS[caller % ENVIRONMENTS.length];

/**
 * Switches features over HTTP, and by the statements that the service runs for it.
 * @type {import('../measure.mjs').Case}
 */
export const SWITCH = {
  name: 'on/off',
  sides: ['service', 'bare'],
  prepare: (site) => withChanges(site, (service, bare) => [service(inOne), bare(inOne)]),
};

/**
 * The same compared with the bare statements on a few connections that all callers share, where
 * each statement is sent without waiting for the results of those before it.
 * @type {import('../measure.mjs').Case}
 */
export const SWITCH_PIPELINED = {
  name: 'on/off',
  sides: ['service', 'pipelined'],
  prepare: (site) =>
    withChanges(site, (service, _, pipelined) => [service(inOne), pipelined(inOne)]),
};

/**
 * Whether writers of one environment wait for each other: the same number of callers in one
 * environment and in three.
 * @type {import('../measure.mjs').Case[]}
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
 * The same compared with a real Unleash, whose responses have no body. Background work of one would
 * slow the other, so its process is stopped during the turns of the other.
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

/**
 * Milliseconds for which a statement waits for a locked row, the same as in the first attempt of
 * the service.
 */
const LOCK_MS = '50';

/**
 * Every call turns a random feature on or off, whichever it is not, so that each call is a change
 * with an event. Each caller has features of its own in each environment, so that no other caller
 * has already made its change.
 * @param {import('./site.mjs').Site} site
 * @param {(service: (where: Where) => import('../measure.mjs').Side, bare: (where: Where) =>
 * import('../measure.mjs').Side, pipelined: (where: Where) => import('../measure.mjs').Side) =>
 * import('../measure.mjs').Side[]} choose
 */
async function withChanges(site, choose) {
  const { SWITCH_OFF, SWITCH_ON } = await compiled(
    'src/flags/feature/switch/feature-switch.sql.js',
  );
  const { READ_FEATURE } = await compiled('src/flags/feature/feature.sql.js');
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
 * The active features with their state, divided among the callers. All sides share the state: one
 * continues where another has stopped.
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

/** The path that switches a feature to the chosen state. */
const pathOf = ({ project, feature, environment, enabled }) =>
  `/api/admin/projects/${project}/features/${feature}/environments/${environment}/${enabled ? 'on' : 'off'}`;

/** Inverts the state of a random feature and returns it. */
function draw(share) {
  const place = share[Math.floor(Math.random() * share.length)];
  place.enabled = !place.enabled;
  return place;
}

/**
 * Throws unless each measured call has left one event: otherwise calls that change nothing would
 * have been measured.
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
