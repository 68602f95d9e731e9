import type { numberTexts, statisticsTexts } from '../texts/statistics.js';
import type { Statistics } from './statistics-queries.js';

export type NumberName = keyof typeof numberTexts;
type Group = keyof typeof statisticsTexts.groups;

/** Which numbers are shown together, in order. */
export const NUMBER_GROUPS: readonly [Group, readonly NumberName[]][] = [
  [
    'features',
    [
      ...(['featureToggles', 'archivedFeatureToggles', 'projects', 'environments'] as const),
      ...(['segments', 'contextFields', 'strategies'] as const),
      ...(['featureExports', 'featureImports'] as const),
    ],
  ],
  [
    'usage',
    [
      'productionChanges.last30',
      'productionChanges.last60',
      'productionChanges.last90',
      'previousDayMetricsBucketsCount.enabledCount',
      'previousDayMetricsBucketsCount.variantCount',
    ],
  ],
  [
    'people',
    [
      ...(['users', 'serviceAccounts', 'licensedUsers', 'groups', 'roles'] as const),
      ...(['customRootRoles', 'customRootRolesInUse'] as const),
      ...(['activeUsers.last7', 'activeUsers.last30'] as const),
      ...(['activeUsers.last60', 'activeUsers.last90'] as const),
    ],
  ],
  [
    'clients',
    [
      ...(['clientApps.7d', 'clientApps.30d', 'clientApps.allTime'] as const),
      ...(['apiTokens.client', 'apiTokens.frontend', 'apiTokens.admin'] as const),
    ],
  ],
  ['largest', ['maxEnvironmentStrategies', 'maxConstraints', 'maxConstraintValues']],
  ['signIn', ['passwordAuthEnabled', 'OIDCenabled', 'SAMLenabled', 'SCIMenabled']],
];

/** A number by its name, such as `activeUsers.last7`; undefined when the answer lacks it. */
export function valueOf(statistics: Statistics, name: NumberName): number | boolean | undefined {
  const [outer = '', inner] = name.split('.');
  if (outer === 'clientApps')
    return statistics.clientApps.find(({ range }) => range === inner)?.count;
  const value = (statistics as unknown as Record<string, unknown>)[outer];
  return (inner === undefined ? value : (value as Record<string, number>)[inner]) as
    number | boolean | undefined;
}
