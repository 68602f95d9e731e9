import { HttpConnection } from '../load/http-connection.mjs';
import { ADMIN_TOKEN } from '../service.mjs';

/** Connections at once. */
const APPLICATIONS = 32;
/** How many features a browser is told about, as near as there is a project. */
const FEATURES = 100;
const TOKENS = '/api/admin/api-tokens';

/** What applications make the service work at, beside the least request of all. @type {import('../measure.mjs').Case[]} */
export const APPLICATION_CASES = [
  {
    name: 'browser',
    sides: ['evaluate', 'health'],
    atOnce: APPLICATIONS,
    prepare: (site) => against(site, 'frontend', () => evaluation),
  },
  {
    name: 'metrics',
    sides: ['report', 'health'],
    atOnce: APPLICATIONS,
    prepare: (site) => against(site, 'client', report),
  },
];

/** Asks for all features of the token, each time for another user. */
function evaluation(connection, caller) {
  let calls = 0;
  return async () => insist(await connection.ask('GET', `/api/frontend?userId=${caller}-${calls++}&properties[plan]=pro`), 200);
}

/** Reports a minute of use of ten features, as SDKs do. @param {string[]} names */
const report = (names) => (connection, caller) => {
  const toggles = Object.fromEntries(names.slice(0, 10).map((name) => [name, { yes: 7, no: 3, variants: {} }]));
  return async () => {
    const now = new Date().toISOString();
    const body = JSON.stringify({ appName: `bench-${caller}`, instanceId: 'bench', bucket: { start: now, stop: now, toggles } });
    insist(await connection.ask('POST', '/api/client/metrics', 'content-type: application/json\r\n', body), 202);
  };
};

const health = (connection) => async () => insist(await connection.ask('GET', '/health'), 200);

function insist(answer, status) {
  if (answer.status !== status) throw new Error(`The answer was ${answer.status}, not ${status}: ${answer.body().slice(0, 500)}`);
}

/** Both sides by a token of its own, which is gone afterwards. `side` gets the names of the features. */
async function against(site, type, side) {
  const { rows } = await site.pool.query(
    `SELECT project, array_agg(name ORDER BY name) AS names FROM feature WHERE archived_at IS NULL GROUP BY 1 ORDER BY abs(count(*) - ${FEATURES}), 1 LIMIT 1`,
  );
  const [{ project, names }] = rows;
  const admin = new HttpConnection(site.service.port, { authorization: ADMIN_TOKEN });
  const wanted = { tokenName: 'bench', type, environment: 'production', projects: [project] };
  const made = await admin.ask('POST', TOKENS, 'content-type: application/json\r\n', JSON.stringify(wanted));
  insist(made, 201);
  const { secret } = JSON.parse(made.body());
  const connections = Array.from({ length: APPLICATIONS }, () => new HttpConnection(site.service.port, { authorization: secret }));
  console.log(`  ${names.length.toLocaleString('en')} features`);
  const sides = [side(names), health];
  return {
    callers: sides.map((one) => (n) => one(connections[n], n)),
    check: async () => {
      insist(await admin.ask('DELETE', `${TOKENS}/${encodeURIComponent(secret)}`), 200);
      for (const connection of [admin, ...connections]) connection.close();
    },
  };
}
