import { compiled } from '../server.mjs';
import { ENVIRONMENTS } from '../sizes.mjs';
import { ACTOR, CALLERS } from './site.mjs';

/**
 * Every call turns a random feature on that is off, or off that is on: so each one is a real change, with its event. Each caller has features of
 * its own, so that none finds its change done already.
 * @param {string} name @param {(caller: number) => string} environmentOf In which environment a caller switches.
 * @returns {import('../measure.mjs').Case}
 */
function switching(name, environmentOf) {
  return {
    name,
    async prepare(site) {
      const { SWITCH_OFF, SWITCH_ON } = await compiled('src/feature/feature-switch.sql.js');
      const { READ_FEATURE } = await compiled('src/feature/feature.sql.js');
      const shares = await sharesOf(site, environmentOf);
      return {
        service: (caller) => async () => {
          const { project, feature, environment, enabled } = draw(shares[caller]);
          const to = enabled ? 'on' : 'off';
          await site.ask(caller, 'POST', `/api/admin/projects/${project}/features/${feature}/environments/${environment}/${to}`);
        },
        bare: (caller) => async () => {
          const { project, feature, environment, enabled } = draw(shares[caller]);
          await site.run(enabled ? SWITCH_ON : SWITCH_OFF, [project, feature, environment, ACTOR.name, ACTOR.id]);
          await site.run(READ_FEATURE, [project, feature, ACTOR.id]);
        },
        check: await everyCallIsAnEvent(site),
      };
    },
  };
}

export const SWITCH = switching('on/off', () => 'production');
export const SWITCH_APART = switching('on/off, 3 environments', (caller) => ENVIRONMENTS[caller % ENVIRONMENTS.length]);

/** The live features in the callers' environments, shared out among the callers. */
async function sharesOf(site, environmentOf) {
  const { rows } = await site.pool.query(
    `SELECT f.project, f.name AS feature, fe.environment, fe.enabled FROM feature f JOIN feature_environment fe ON fe.feature_name = f.name
      WHERE f.archived_at IS NULL ORDER BY f.name`,
  );
  return Array.from({ length: CALLERS }, (_, caller) => {
    const share = rows.filter((row) => row.environment === environmentOf(caller)).filter((_, n) => n % CALLERS === caller);
    if (share.length === 0) throw new Error('The instance has too few features for that many callers.');
    return share;
  });
}

/** A random one, turned over. */
function draw(share) {
  const place = share[Math.floor(Math.random() * share.length)];
  place.enabled = !place.enabled;
  return place;
}

/** Makes sure that what was measured are changes, each with one event: otherwise the figures would be those of doing nothing. */
async function everyCallIsAnEvent(site) {
  const last = await site.pool.query('SELECT max(id) AS id FROM event');
  return async (calls) => {
    const { rows } = await site.pool.query('SELECT count(*)::int AS events FROM event WHERE id > $1', [last.rows[0].id]);
    if (rows[0].events !== calls) throw new Error(`${calls} changes left ${rows[0].events} events.`);
  };
}
