import { readFileSync } from 'node:fs';
import { Ajv } from 'ajv';
import { load, loadAll } from 'js-yaml';
import { loadConfig } from '../../src/platform/config/load-config.js';
import { knownVariables } from '../support/known-variables.js';

/** Properties of the committed manifests. `.ci/helm` checks that the chart renders them. */

interface Manifest {
  kind: string;
  data: Record<string, string>;
  spec: {
    strategy: object;
    template: {
      spec: {
        securityContext: object;
        automountServiceAccountToken: boolean;
        containers: {
          ports: { name: string; containerPort: number }[];
          securityContext: object;
        }[];
      };
    };
  };
}

const manifests = loadAll(
  readFileSync('deploy/kubernetes/feature-flags.yaml', 'utf8'),
) as Manifest[];
const ofKind = (kind: string): Manifest => manifests.find((manifest) => manifest.kind === kind)!;
const { data } = ofKind('ConfigMap');
const { spec } = ofKind('Deployment');
const [container] = spec.template.spec.containers;

test('the service is given only variables that it reads, and they can be used as they are', () => {
  expect(Object.keys(data).filter((name) => !knownVariables().has(name))).toEqual([]);
  const { port, operations } = loadConfig({
    ...data,
    DATABASE_URL: 'postgres://flags@db/flags',
    ENCRYPTION_KEY: 'k'.repeat(32),
  });
  expect(container!.ports).toEqual([
    { name: 'http', containerPort: port },
    { name: 'operations', containerPort: operations.port },
  ]);
});

test('containers run without privileges, and an update starts a new instance first', () => {
  expect(spec.template.spec.securityContext).toMatchObject({ runAsNonRoot: true });
  expect(spec.template.spec.automountServiceAccountToken).toBe(false);
  expect(container!.securityContext).toEqual({
    allowPrivilegeEscalation: false,
    readOnlyRootFilesystem: true,
    capabilities: { drop: ['ALL'] },
  });
  expect(spec.strategy).toEqual({
    type: 'RollingUpdate',
    rollingUpdate: { maxUnavailable: 0, maxSurge: 1 },
  });
});

describe('the values of the chart', () => {
  const chart = 'deploy/helm/feature-flags';
  const valuesOf = (file: string): Record<string, unknown> =>
    load(readFileSync(file, 'utf8')) as Record<string, unknown>;
  const ajv = new Ajv({ strictTypes: false, strictRequired: false });
  const matches = ajv.compile(
    JSON.parse(readFileSync(`${chart}/values.schema.json`, 'utf8')) as object,
  );
  const defaults = valuesOf(`${chart}/values.yaml`);

  test.each([
    ['of the chart itself', {}],
    ['that use every option', valuesOf('deploy/helm/all-values.yaml')],
    ['of the example', valuesOf('deploy/helm/example-values.yaml')],
  ])('match its schema: those %s', (_, values) => {
    matches({ ...defaults, ...values });
    expect(matches.errors).toBeNull();
  });

  test('are each known to the schema', () => {
    const { properties } = matches.schema as Record<string, object>;
    expect(Object.keys(properties!).sort()).toEqual([...Object.keys(defaults), 'global'].sort());
  });

  test.each([
    ['a misspelt option', { replicas: 3 }],
    ['a misspelt part of one', { backup: { enable: true } }],
    ['no instance', { replicaCount: 0 }],
    ['a variable that could not be one', { config: { 'log-level': 'warn' } }],
    ['a schedule that is none', { backup: { schedule: 'nightly' } }],
  ])('are refused with %s', (_, values) => {
    expect(matches({ ...defaults, ...values })).toBe(false);
  });
});

test('backups have the rights and the secret of the service, and a volume that outlives it', () => {
  const backup = manifests.find(({ kind }) => kind === 'CronJob') as unknown as {
    spec: { jobTemplate: { spec: { template: Manifest['spec']['template'] } } };
  };
  const pod = backup.spec.jobTemplate.spec.template.spec;
  expect(pod.securityContext).toEqual(spec.template.spec.securityContext);
  expect(pod.containers[0]!.securityContext).toEqual(container!.securityContext);
  expect(pod.containers[0]).toMatchObject({
    envFrom: [{ secretRef: { name: 'feature-flags' } }],
    volumeMounts: expect.arrayContaining([{ name: 'backups', mountPath: '/backups' }]),
  });
  expect(ofKind('PersistentVolumeClaim')).toMatchObject({
    metadata: { annotations: { 'helm.sh/resource-policy': 'keep' } },
  });
});

test('every option of the chart is rendered with another value than usual', () => {
  const valuesOf = (file: string): object =>
    load(readFileSync(`deploy/helm/${file}`, 'utf8')) as object;
  const lacking = (usual: object, ...others: unknown[]): string[] =>
    Object.entries(usual).flatMap(([name, value]: [string, unknown]) => {
      const set = others.flatMap((other) =>
        Object.entries(other ?? {}).flatMap(([key, its]) => (key === name ? [its as unknown] : [])),
      );
      if (set.length === 0) return [name];
      return isTree(value) ? lacking(value, ...set).map((path) => `${name}.${path}`) : [];
    });
  const files = ['all-values.yaml', 'other-values.yaml'].map(valuesOf);
  expect(lacking(valuesOf('feature-flags/values.yaml'), ...files)).toEqual([]);
});

const isTree = (value: unknown): value is object =>
  typeof value === 'object' &&
  value !== null &&
  Object.keys(value).length > 0 &&
  !Array.isArray(value);
