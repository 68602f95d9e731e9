import { readFileSync } from 'node:fs';
import { loadAll } from 'js-yaml';
import { loadConfig } from '../../src/config/load-config.js';
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

test('it runs without rights, and an update begins with a new instance', () => {
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
