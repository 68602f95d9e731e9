import { HttpConnection } from '../load/http-connection.mjs';
import { ADMIN_TOKEN } from '../service.mjs';

/** How many connections send requests at the same time. */
const APPLICATIONS = 32;
/** How many features the project has that is created for the case of a browser. */
const FEATURES = 100;
const PROJECT = 'bench-browser';

/**
 * Requests of applications, compared with the cheapest request there is (health).
 * @type {import('../measure.mjs').Case[]}
 */
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

/** Requests all features of the token, each time for a different user. */
function evaluation(connection, caller) {
  let calls = 0;
  return async () =>
    insist(
      await connection.ask('GET', `/api/frontend?userId=${caller}-${calls++}&properties[plan]=pro`),
      200,
    );
}

/**
 * Reports a minute of use of ten features, as SDKs do.
 * @param {string[]} names
 */
const report = (names) => (connection, caller) => {
  const toggles = Object.fromEntries(
    names.slice(0, 10).map((name) => [name, { yes: 7, no: 3, variants: {} }]),
  );
  return async () => {
    const now = new Date().toISOString();
    const body = JSON.stringify({
      appName: `bench-${caller}`,
      instanceId: 'bench',
      bucket: { start: now, stop: now, toggles },
    });
    insist(
      await connection.ask(
        'POST',
        '/api/client/metrics',
        'content-type: application/json\r\n',
        body,
      ),
      202,
    );
  };
};

const health = (connection) => async () => insist(await connection.ask('GET', '/health'), 200);

function insist(answer, status) {
  if (answer.status !== status)
    throw new Error(
      `The answer was ${answer.status}, not ${status}: ${answer.body().slice(0, 500)}`,
    );
}

/**
 * Both sides use a new token and a new project, which are deleted afterwards. `side` is given the
 * names of the project's features.
 */
async function against(site, type, side) {
  const admin = new HttpConnection(site.service.port, { authorization: ADMIN_TOKEN });
  const send = async (method, path, body, status) => {
    const answer = await admin.ask(
      method,
      path,
      'content-type: application/json\r\n',
      JSON.stringify(body),
    );
    insist(answer, status);
    return answer;
  };
  const names = await project(send);
  const wanted = { tokenName: 'bench', type, environment: 'production', projects: [PROJECT] };
  const { secret } = JSON.parse((await send('POST', '/api/admin/api-tokens', wanted, 201)).body());
  const connections = Array.from(
    { length: APPLICATIONS },
    () => new HttpConnection(site.service.port, { authorization: secret }),
  );
  console.log(`  ${names.length.toLocaleString('en')} features`);
  const sides = [side(names), health];
  return {
    callers: sides.map((one) => (n) => one(connections[n], n)),
    check: async () => {
      insist(await admin.ask('DELETE', `/api/admin/api-tokens/${encodeURIComponent(secret)}`), 200);
      await send('POST', `/api/admin/projects/${PROJECT}/archive`, { features: names }, 202);
      await send('POST', `/api/admin/projects/${PROJECT}/delete`, { features: names }, 200);
      insist(await admin.ask('DELETE', `/api/admin/projects/${PROJECT}`), 200);
      for (const connection of [admin, ...connections]) connection.close();
    },
  };
}

/** A project of features that are on for half of the users, every second one with a constraint. */
async function project(send) {
  await send(
    'POST',
    '/api/admin/projects',
    { id: PROJECT, name: PROJECT, environments: ['production'] },
    201,
  );
  const names = Array.from({ length: FEATURES }, (_, n) => `${PROJECT}-${n}`);
  for (const [n, name] of names.entries()) {
    const features = `/api/admin/projects/${PROJECT}/features`;
    await send('POST', features, { name }, 201);
    const constraints =
      n % 2 ? [{ contextName: 'userId', operator: 'STR_CONTAINS', values: ['1', '2', '3'] }] : [];
    const parameters = { rollout: '50', stickiness: 'userId', groupId: name };
    const here = `${features}/${name}/environments/production`;
    await send(
      'POST',
      `${here}/strategies`,
      { name: 'flexibleRollout', parameters, constraints },
      200,
    );
    await send('POST', `${here}/on`, {}, 200);
  }
  return names;
}
