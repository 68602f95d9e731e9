import type { Feature } from '../feature-queries';

/** The path of the API that component tests answer for. */
export const FEATURE_URL = '/api/admin/projects/default/features/checkout';

const environment = (name: string, type: string): Feature['environments'][number] => ({
  ...{ name, type, environment: name, featureName: 'checkout', enabled: false },
  ...{ sortOrder: 1, lastSeenAt: null, yes: 0, no: 0, variantCount: 0, variants: [] },
  ...{ strategies: [], hasStrategies: false, hasEnabledStrategies: false },
});

/** A feature with two environments, for component tests. */
export const FEATURE: Feature = {
  ...{ name: 'checkout', project: 'default', type: 'release', description: 'Fewer steps.' },
  ...{ archived: false, enabled: false, stale: false, favorite: false, impressionData: false },
  ...{ createdAt: '2026-01-02T03:04:05Z', archivedAt: null, lastSeenAt: null },
  createdBy: { id: 1, name: 'admin', imageUrl: '' },
  environments: [
    environment('development', 'development'),
    environment('production', 'production'),
  ],
  ...{ variants: [], strategies: [], children: [], dependencies: [] },
  tags: [{ type: 'simple', value: 'web' }],
  lifecycle: { stage: 'initial', enteredStageAt: '2026-01-02T03:04:05Z' },
  collaborators: { users: [] },
  version: '"feature:1"',
};
