import type { TestService } from '../../../support/service.js';
import { unique } from '../../../support/given.js';
import { rollout } from './folder.js';

/** Names of one thing of each kind. */
export function names() {
  return {
    environment: unique('env'),
    project: unique('project'),
    field: unique('field'),
    segment: unique('segment'),
    type: unique('type'),
    role: unique('role'),
    parent: unique('parent'),
    child: unique('child'),
  };
}

/** A state with a thing of each kind, and in each all that there can be. */
export function everything(n = names()) {
  const constraint = { contextName: n.field, operator: 'IN', values: ['north'] };
  return {
    environments: [{ name: n.environment, type: 'test', enabled: false, sortOrder: 77 }],
    projects: [
      {
        id: n.project,
        name: 'Shop',
        description: 'sells',
        mode: 'protected',
        defaultStickiness: 'userId',
        featureLimit: 50,
        featureNaming: { pattern: '.*', example: 'x', description: 'any' },
        linkTemplates: [{ title: 'Ticket', urlTemplate: 'https://example.com/{{feature}}' }],
        environments: ['production', n.environment],
      },
    ],
    tagTypes: [{ name: n.type, description: 'of teams', icon: 'T' }],
    contextFields: [
      {
        name: n.field,
        description: 'where',
        stickiness: true,
        sortOrder: 3,
        legalValues: [{ value: 'north', description: 'N' }, { value: 'south' }],
      },
      { name: `${n.field}-own`, project: n.project, legalValues: [] },
    ],
    segments: [
      { name: n.segment, description: 'of the north', constraints: [constraint] },
      { name: `${n.segment}-own`, project: n.project, constraints: [] },
    ],
    tags: [{ type: n.type, value: 'unused' }],
    roles: [
      {
        name: n.role,
        description: 'may switch',
        type: 'custom',
        permissions: [
          { name: 'UPDATE_FEATURE' },
          { name: 'UPDATE_FEATURE_ENVIRONMENT', environment: 'production' },
        ],
      },
    ],
    features: [
      { name: n.parent, project: n.project, type: 'kill-switch' },
      {
        name: n.child,
        project: n.project,
        type: 'experiment',
        description: 'with everything',
        stale: true,
        impressionData: true,
        tags: [{ type: n.type, value: 'blue' }],
        links: [{ url: 'https://example.com/7', title: 'Ticket 7' }],
        payloadSchema: { schema: { type: 'object' }, enforcement: 'warn' },
        dependencies: [{ feature: n.parent, enabled: true, variants: ['red'] }],
        environments: [
          {
            name: 'production',
            enabled: true,
            strategies: [
              rollout(25, {
                title: 'north',
                constraints: [constraint],
                segments: [n.segment, `${n.segment}-own`],
                variants: [
                  { name: 'red', weight: 300, weightType: 'fix', stickiness: 'userId' },
                  { name: 'blue', weight: 700, weightType: 'variable', stickiness: 'userId' },
                ],
              }),
              { name: 'default', disabled: true },
            ],
            variants: [
              { name: 'b', weight: 500, payload: { type: 'json', value: '{"a":1}' } },
              { name: 'a', weight: 500, stickiness: 'random' },
            ],
          },
          { name: n.environment, enabled: false, strategies: [] },
        ],
      },
    ],
  };
}

/** What a token exports as code. */
export const exportOf = async (service: TestService, query = '') =>
  (await service.api.get(`/api/admin/flags-as-code/state${query}`).expect(200)).body;
