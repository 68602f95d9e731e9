import { readFileSync } from 'node:fs';
import { load } from 'js-yaml';
import { loadConfig } from '../../src/platform/config/load-config.js';
import { knownVariables } from '../support/known-variables.js';

interface Compose {
  services: Record<
    string,
    {
      image?: string;
      environment?: Record<string, string>;
      depends_on?: Record<string, { condition: string }>;
      healthcheck?: { test: string[] };
      ports?: string[];
      volumes?: string[];
      user?: string;
      read_only?: boolean;
      tmpfs?: string[];
      cap_drop?: string[];
      cap_add?: string[];
      security_opt?: string[];
      privileged?: boolean;
    }
  >;
  volumes: Record<string, unknown>;
}

const compose = load(readFileSync('docker-compose.yml', 'utf8')) as Compose;
const production = load(readFileSync('deploy/compose/docker-compose.yml', 'utf8')) as Compose;
const { service, postgres } = compose.services as {
  service: Compose['services'][string];
  postgres: Compose['services'][string];
};
const dockerfile = readFileSync('Dockerfile', 'utf8');

const known = knownVariables();

/** The value of `${NAME:-preset}` and `${NAME:?message}` in Compose when no variable is set. */
const unset = (text: string): string =>
  text
    .replace(/\$\{\w+:\?[^}]*\}/g, 'given'.padEnd(32, '-'))
    .replace(/\$\{\w+(?::-([^}]*))?\}/g, (_, preset?: string) => preset ?? '');

test('the service is given only variables that it reads, and they can be used as they are', () => {
  const environment = Object.fromEntries(
    Object.entries(service.environment ?? {}).map(([name, value]) => [name, unset(String(value))]),
  );

  expect(Object.keys(environment).filter((name) => !known.has(name))).toEqual([]);
  expect(loadConfig(environment).database).toMatchObject({
    ssl: false,
    url: expect.stringMatching(/@postgres:5432\/unleash$/),
  });
});

test('the service and its database agree on user, password and name of the database', () => {
  const { POSTGRES_USER, POSTGRES_PASSWORD, POSTGRES_DB } = postgres.environment!;
  const url = service.environment!['DATABASE_URL']!;

  expect(unset(url)).toBe(
    unset(`postgres://${POSTGRES_USER}:${POSTGRES_PASSWORD}@postgres:5432/${POSTGRES_DB}`),
  );
});

test('the service waits for a database that answers, and its data outlives the containers', () => {
  expect(service.depends_on).toEqual({ postgres: { condition: 'service_healthy' } });
  expect(postgres.healthcheck!.test.join(' ')).toContain('pg_isready');
  const [volume, place] = postgres.volumes![0]!.split(':');
  expect(Object.keys(compose.volumes)).toContain(volume);
  // from version 18 on, the image stores its data below this folder, by version
  expect(postgres.image).toMatch(/^postgres:18\./);
  expect(place).toBe('/var/lib/postgresql');
});

test('no password and no key is preset: Compose says what to set, and without it nothing starts', () => {
  const secrets = Object.values(compose.services).flatMap(({ environment = {} }) =>
    Object.entries(environment).filter(
      ([name, value]) => /PASSWORD|TOKEN|SECRET|KEY|_URL/.test(name) && /\$\{/.test(value),
    ),
  );

  for (const [, value] of secrets) expect(value).not.toMatch(/\$\{\w*(PASSWORD|TOKENS|KEY):-[^}]/);
  expect(postgres.environment!['POSTGRES_PASSWORD']).toMatch(
    /^\$\{POSTGRES_PASSWORD:\?.*\.env.*\}$/,
  );
  expect(service.environment!['DATABASE_URL']).toContain('${POSTGRES_PASSWORD:?}');
  expect(service.environment!['ENCRYPTION_KEY']).toMatch(/^\$\{ENCRYPTION_KEY:\?.*\.env.*\}$/);
  expect(readFileSync('.gitignore', 'utf8').split('\n')).toContain('.env');
});

test.each([...Object.entries(compose.services), ...Object.entries(production.services)])(
  'the container of %s can change nothing but its data, and gain no rights',
  (name, container) => {
    expect(container).toMatchObject({
      read_only: true,
      cap_drop: ['ALL'],
      security_opt: ['no-new-privileges:true'],
    });
    expect(container.tmpfs).toContain('/tmp');
    // The proxy listens on the ports 80 and 443.
    expect(container.cap_add ?? ['NET_BIND_SERVICE']).toEqual(['NET_BIND_SERVICE']);
    expect(container.cap_add !== undefined).toBe(name === 'proxy');
    expect(container.privileged).toBeUndefined();
    // the image of the service sets its own user
    expect(container.user ?? 'node').not.toMatch(/^(root|0)/);
  },
);

test('every image is pinned to a release', () => {
  const pulled = [compose, production]
    .flatMap(({ services }) => Object.values(services))
    .flatMap(({ image }) => image ?? []);
  const built = [...dockerfile.matchAll(/^FROM (\S+)/gm)].map(([, image]) => image!);

  expect(built.length).toBeGreaterThan(2);
  for (const image of [...pulled, ...built])
    expect(image).toMatch(/^[\w./-]+:v?\d+\.\d+[\w.-]*(@sha256:[0-9a-f]{64})?$/);
  expect(new Set(built).size).toBe(1);
});

test('the health of a container tells of its own database, and of no other one, which a restart would not bring back', () => {
  const check = dockerfile.slice(dockerfile.indexOf('HEALTHCHECK'));

  expect(check).toContain(
    "process.env.DATABASE_URL || process.env.DATABASE_URL_FILE || process.env.DATABASE_HOST ? '/health' : '/ready'",
  );
  expect(JSON.parse(/CMD (\[.*\])/.exec(check)![1]!)).toHaveLength(3);
});

test('the production example runs two instances with variables that they read', () => {
  const instances = Object.entries(production.services).filter(([name]) => /^service-/.test(name));
  expect(instances).toHaveLength(2);
  for (const [, { environment, depends_on }] of instances) {
    expect(Object.keys(environment!).filter((name) => !known.has(name))).toEqual([]);
    expect(depends_on).toEqual({ postgres: { condition: 'service_healthy' } });
  }
  const ports = Object.values(production.services).flatMap((one) => one.ports ?? []);
  expect(ports).toEqual(['80:80', '443:443', '127.0.0.1:3000:3000']);
});

test('no password is written into the image', () => {
  expect(dockerfile).not.toMatch(/^\s*(ENV|ARG)\s.*(PASSWORD|TOKEN|SECRET)/im);
});

test('the image sets only variables that the service, Node or the C library reads, and runs as nobody special', () => {
  const last = dockerfile.slice(dockerfile.lastIndexOf('\nFROM '));
  const names = [...last.matchAll(/^ENV (\w+)=/gm)].map(([, name]) => name!);

  const ofOthers = new Set(['NODE_ENV', 'MALLOC_TRIM_THRESHOLD_']);
  expect(names.filter((name) => !ofOthers.has(name) && !known.has(name))).toEqual([]);
  expect(last).toMatch(/^USER node$/m);
  expect(last).toMatch(/^HEALTHCHECK /m);
  expect(last).toContain('CMD ["node", "--max-semi-space-size=4", "dist/src/main.js"]');
});

test('the service is started with the options for which the build compiles it', () => {
  const { scripts } = JSON.parse(readFileSync('package.json', 'utf8')) as {
    scripts: Record<string, string>;
  };
  const [, options] = /NODE_OPTIONS = \['(.*)'\];/.exec(
    readFileSync('scripts/join-modules.mjs', 'utf8'),
  )!;

  const node = `exec env MALLOC_TRIM_THRESHOLD_=131072 node ${options}`;
  expect(scripts['start']).toBe(`${node} scripts/run.mjs src/main.js`);
  expect(scripts['start:prod']).toBe(`${node} dist/src/main.js`);
  expect(dockerfile).toContain('ENV MALLOC_TRIM_THRESHOLD_=131072');
  expect(dockerfile).toContain(`CMD ["node", "${options}", "dist/src/main.js"]`);
});

test('the build context of the image leaves out everything that is not needed', () => {
  const ignored = readFileSync('.dockerignore', 'utf8').split('\n');

  expect(ignored).toEqual(
    expect.arrayContaining(['node_modules', 'dist', 'data', '.git', '.env*']),
  );
});
