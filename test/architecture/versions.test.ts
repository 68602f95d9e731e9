import { readFileSync } from 'node:fs';
import { load } from 'js-yaml';
import { VERSION } from '../../src/platform/config/version.js';

/** That every file which contains the version of the service contains the same one. */

const read = (file: string): string => readFileSync(file, 'utf8');

test('the lock file and the OpenAPI document', () => {
  const { version, packages } = JSON.parse(read('package-lock.json')) as {
    version: string;
    packages: Record<string, { version: string }>;
  };
  expect([version, packages['']!.version]).toEqual([VERSION, VERSION]);
  const { info } = JSON.parse(read('openapi.json')) as { info: { version: string } };
  expect(info.version).toBe(VERSION);
});

test('the Helm chart and the manifests', () => {
  const chart = load(read('deploy/helm/feature-flags/Chart.yaml')) as Record<string, string>;
  expect([chart['version'], chart['appVersion']]).toEqual([VERSION, VERSION]);
  const image = /image: "feature-flags:(.*)"/.exec(read('deploy/kubernetes/feature-flags.yaml'));
  expect(image![1]).toBe(VERSION);
  const admin = /image: "feature-flags-admin:(.*)"/.exec(
    read('deploy/kubernetes/feature-flags.yaml'),
  );
  expect(admin![1]).toBe(VERSION);
});

test('the images of the production example', () => {
  const { services } = load(read('deploy/compose/docker-compose.yml')) as {
    services: Record<string, { image: string }>;
  };
  const own = Object.values(services)
    .map(({ image }) => image.split(':'))
    .filter(([name]) => name!.startsWith('feature-flags'));
  expect(own.length).toBeGreaterThan(2);
  const minor = VERSION.split('.').slice(0, 2).join('.');
  for (const [, tag] of own) expect(tag).toBe(minor);
});
