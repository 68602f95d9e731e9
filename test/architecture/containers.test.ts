import { readFileSync } from 'node:fs';
import { load } from 'js-yaml';
import { loadConfig } from '../../src/config/config.js';

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
    }
  >;
  volumes: Record<string, unknown>;
}

const compose = load(readFileSync('docker-compose.yml', 'utf8')) as Compose;
const { service, postgres } = compose.services as { service: Compose['services'][string]; postgres: Compose['services'][string] };
const dockerfile = readFileSync('Dockerfile', 'utf8');

/** Every variable that the service reads. */
const known = ((): Set<string> => {
  const names = new Set<string>();
  loadConfig(new Proxy({}, { get: (_, name) => void names.add(String(name)) }) as NodeJS.ProcessEnv);
  return names;
})();

/** What Compose makes of `${NAME:-preset}` when nothing is set. */
const unset = (text: string): string => text.replace(/\$\{\w+(?::-([^}]*))?\}/g, (_, preset?: string) => preset ?? '');

test('the service is given only variables that it reads, and they can be used as they are', () => {
  const environment = Object.fromEntries(Object.entries(service.environment ?? {}).map(([name, value]) => [name, unset(String(value))]));

  expect(Object.keys(environment).filter((name) => !known.has(name))).toEqual([]);
  expect(loadConfig(environment).database).toMatchObject({ ssl: false, url: expect.stringMatching(/@postgres:5432\/unleash$/) });
});

test('the service and its database agree on user, password and name of the database', () => {
  const { POSTGRES_USER, POSTGRES_PASSWORD, POSTGRES_DB } = postgres.environment!;
  const url = service.environment!['DATABASE_URL']!;

  expect(url).toBe(`postgres://${POSTGRES_USER}:${POSTGRES_PASSWORD}@postgres:5432/${POSTGRES_DB}`);
});

test('the service waits for a database that answers, and its data outlives the containers', () => {
  expect(service.depends_on).toEqual({ postgres: { condition: 'service_healthy' } });
  expect(postgres.healthcheck!.test.join(' ')).toContain('pg_isready');
  const [volume, place] = postgres.volumes![0]!.split(':');
  expect(Object.keys(compose.volumes)).toContain(volume);
  // from 18 on the image keeps its data below this folder, by version
  expect([postgres.image, place]).toEqual(['postgres:18', '/var/lib/postgresql']);
});

test('no password is written into the image', () => {
  expect(dockerfile).not.toMatch(/^\s*(ENV|ARG)\s.*(PASSWORD|TOKEN|SECRET)/im);
});

test('the image sets only variables that the service reads, and runs as nobody special', () => {
  const last = dockerfile.slice(dockerfile.lastIndexOf('\nFROM '));
  const names = [...last.matchAll(/^ENV (\w+)=/gm)].map(([, name]) => name!);

  expect(names.filter((name) => name !== 'NODE_ENV' && !known.has(name))).toEqual([]);
  expect(last).toMatch(/^USER node$/m);
  expect(last).toMatch(/^HEALTHCHECK /m);
  expect(last).toContain('CMD ["node", "dist/src/main.js"]');
});

test('what the image is built from leaves out what is not its own', () => {
  const ignored = readFileSync('.dockerignore', 'utf8').split('\n');

  expect(ignored).toEqual(expect.arrayContaining(['node_modules', 'dist', 'data', '.git', '.env*']));
});
