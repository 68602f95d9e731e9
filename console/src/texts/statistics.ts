import { counted } from './format.js';

const bucket = 'one per hour, feature, application and environment';
const active = (days: number): string =>
  'Users who signed in or used a personal token within ' +
  `${days} × 24 hours before the snapshot. Deleted users do not count.`;
const changes = (days: number): string =>
  'Events within ' +
  `${days} × 24 hours before the snapshot, in environments that now have the type production.`;
const applications =
  'Applications that have registered or reported usage. Those that only have a description do not count.';
const tokens = 'Expired tokens count until they are deleted; personal tokens do not count.';

export const statisticsTexts = {
  title: 'Statistics',
  intro: 'What this instance contains and how it is used. All numbers are of the same moment.',
  snapshot: 'Snapshot',
  instance: 'Instance',
  version: 'Version',
  refresh: 'Refresh',
  download: 'Download',
  csv: 'CSV',
  json: 'JSON',
  signed: 'Signed (JWS)',
  csvNote:
    'JSON and JWS contain the numbers on this page. CSV contains those of the moment of the download.',
  definition: (label: string): string => `${label}: definition`,
  yes: 'yes',
  no: 'no',
  verification: 'Verification in this browser',
  verifying: 'Verifying…',
  sumRight: 'The checksum is correct',
  sumRightWhy: 'The field sum is the SHA-256 of all other fields as canonical JSON (RFC 8785).',
  sumWrong: 'The checksum is wrong',
  sumWrongWhy:
    'The numbers do not match the field sum: one of them was changed afterwards. Do not rely on them.',
  givenSum: 'Stated checksum',
  computedSum: 'Computed checksum',
  signature: {
    valid: 'The signature is valid',
    invalid: 'The signature is wrong',
    'unknown-key': 'The signature was made with an unknown key',
    'other-purpose': 'The signature is not for statistics',
  },
  signatureWhy: {
    valid:
      'It was made with a key that this instance publishes. Compare the id of the key with one that you noted earlier.',
    invalid: 'The statistics or the signature were changed after signing. Do not rely on them.',
    'unknown-key':
      'This instance does not publish this key. The file may come from another instance.',
    'other-purpose': 'The file is another signed document, such as a checkpoint of the audit log.',
  },
  unsigned: 'The file has no signature, so anybody could have made it.',
  unverified: 'Not verified',
  key: 'Key',
  checkFile: 'Verify a saved file (JSON or JWS)',
  clearFile: 'Remove the file',
  chooseFile: 'Choose a file',
  tooLarge: 'The file is too large. Choose one that was downloaded here as JSON or JWS.',
  noStatistics:
    'The file contains no statistics. Choose one that was downloaded here as JSON or JWS.',
  checked: (name: string): string => `Result for ${name}`,
  charts: 'Over time',
  changesTitle: 'Changes in production by week',
  changesNote:
    'Events of the last 13 weeks in environments of type production. Events that you may not see do not count. Days begin at midnight UTC.',
  changesNone: 'No environment has the type production, so there are no changes to count.',
  changes: 'Changes',
  activeTitle: 'Active users',
  activeNote:
    'Users seen within the last 7, 30, 60 and 90 days. Each bar includes the one before it.',
  users: 'Users',
  days: (count: number): string => counted(count, 'day', 'days'),
  evaluationsTitle: (feature: string): string => `Evaluations of ${feature}`,
  evaluationsNote: 'Evaluations per hour in the last 48 hours, by all applications.',
  evaluationsOf: 'Evaluations of a feature',
  feature: 'Feature',
  environment: 'Environment',
  allEnvironments: 'All',
  evaluationsHint: 'Choose a feature to see how often SDKs evaluate it.',
  evaluationsNone: (feature: string): string =>
    `No SDK has reported evaluations of ${feature} in 48 hours.`,
  on: 'on',
  off: 'off',
};

/** Numbers of the statistics that are shown together, each with what it counts. */
export interface NumberGroup {
  title: string;
  numbers: Readonly<Record<string, { label: string; definition: string }>>;
}

/** The numbers of the statistics in groups, by their names such as `activeUsers.last7`. */
export const numberGroups: readonly NumberGroup[] = [
  {
    title: 'Features',
    numbers: {
      featureToggles: { label: 'Features', definition: 'Features that are not archived.' },
      archivedFeatureToggles: {
        label: 'Archived features',
        definition: 'Features that are archived.',
      },
      projects: { label: 'Projects', definition: 'Projects that are not archived.' },
      environments: { label: 'Environments', definition: 'Environments, enabled or not.' },
      segments: { label: 'Segments', definition: 'Segments, in use or not.' },
      contextFields: {
        label: 'Context fields',
        definition: 'Context fields, including built-in ones.',
      },
      strategies: {
        label: 'Strategy definitions',
        definition: 'Strategy definitions, including built-in and deprecated ones.',
      },
      featureExports: {
        label: 'Exports',
        definition: 'Exports of features since the instance was created.',
      },
      featureImports: {
        label: 'Imports',
        definition: 'Imports of features since the instance was created.',
      },
    },
  },
  {
    title: 'Usage',
    numbers: {
      'productionChanges.last30': { label: 'Production changes, 30 days', definition: changes(30) },
      'productionChanges.last60': { label: 'Production changes, 60 days', definition: changes(60) },
      'productionChanges.last90': { label: 'Production changes, 90 days', definition: changes(90) },
      'previousDayMetricsBucketsCount.enabledCount': {
        label: 'Usage buckets, yesterday',
        definition: `Stored counts of evaluations on the previous day in UTC: ${bucket}.`,
      },
      'previousDayMetricsBucketsCount.variantCount': {
        label: 'Variant buckets, yesterday',
        definition: `Stored counts of variants on the previous day in UTC: ${bucket}, and variant.`,
      },
    },
  },
  {
    title: 'People and access',
    numbers: {
      users: {
        label: 'Users',
        definition: 'Users. Deleted users and service accounts do not count.',
      },
      serviceAccounts: { label: 'Service accounts', definition: 'Service accounts.' },
      licensedUsers: {
        label: 'Licensed users',
        definition:
          'Distinct e-mail addresses of users, including users deleted within 30 × 24 hours before the snapshot.',
      },
      groups: { label: 'Groups', definition: 'Groups of users.' },
      roles: { label: 'Roles', definition: 'Roles, including built-in and project roles.' },
      customRootRoles: {
        label: 'Custom root roles',
        definition: 'Root roles that are not built in.',
      },
      customRootRolesInUse: {
        label: 'Custom root roles in use',
        definition: 'Custom root roles that at least one user, service account or group has.',
      },
      'activeUsers.last7': { label: 'Active users, 7 days', definition: active(7) },
      'activeUsers.last30': { label: 'Active users, 30 days', definition: active(30) },
      'activeUsers.last60': { label: 'Active users, 60 days', definition: active(60) },
      'activeUsers.last90': { label: 'Active users, 90 days', definition: active(90) },
    },
  },
  {
    title: 'Applications and tokens',
    numbers: {
      'clientApps.7d': {
        label: 'Applications, 7 days',
        definition: `${applications} Within 7 × 24 hours.`,
      },
      'clientApps.30d': {
        label: 'Applications, 30 days',
        definition: `${applications} Within 30 × 24 hours.`,
      },
      'clientApps.allTime': { label: 'Applications, ever', definition: applications },
      'apiTokens.client': {
        label: 'Client tokens',
        definition: `Tokens of SDKs on servers. ${tokens}`,
      },
      'apiTokens.frontend': {
        label: 'Frontend tokens',
        definition: `Tokens of browsers and apps. ${tokens}`,
      },
      'apiTokens.admin': {
        label: 'Admin tokens',
        definition: `Tokens for the admin API. ${tokens}`,
      },
    },
  },
  {
    title: 'Largest configurations',
    numbers: {
      maxEnvironmentStrategies: {
        label: 'Most strategies',
        definition:
          'The most strategies that a feature has in one environment, including disabled ones. Archived features do not count.',
      },
      maxConstraints: {
        label: 'Most constraints',
        definition: 'The most constraints that a strategy has. Archived features do not count.',
      },
      maxConstraintValues: {
        label: 'Most values',
        definition:
          'The most values that a constraint of a strategy has. Archived features do not count.',
      },
    },
  },
  {
    title: 'Sign-in',
    numbers: {
      passwordAuthEnabled: {
        label: 'Password',
        definition: 'Whether people can sign in with a password.',
      },
      OIDCenabled: {
        label: 'OpenID Connect',
        definition: 'Whether sign-in by OpenID Connect is enabled.',
      },
      SAMLenabled: { label: 'SAML', definition: 'Whether sign-in by SAML is enabled.' },
      SCIMenabled: { label: 'SCIM', definition: 'Whether a directory manages users.' },
    },
  },
];
