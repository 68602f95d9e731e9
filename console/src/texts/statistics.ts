import { number } from './ui.js';

const bucket = 'one for each hour, feature, application and environment';
const active = (days: number): string =>
  'Users, without deleted ones, seen by a sign-in or a personal token within ' +
  `${days} × 24 hours before the snapshot.`;
const changes = (days: number): string =>
  'Events in environments that now are of type production, within ' +
  `${days} × 24 hours before the snapshot.`;
const applications =
  'Applications that registered or reported usage. Applications that only have a description do not count.';
const tokens = 'Expired tokens count until they are deleted; personal tokens do not count.';

export const statisticsTexts = {
  title: 'Statistics',
  intro: 'What this instance contains and how it is used. All numbers come from one snapshot.',
  snapshot: 'Snapshot',
  instance: 'Instance',
  version: 'Version',
  refresh: 'Read again',
  download: 'Download',
  csv: 'CSV',
  json: 'JSON',
  signed: 'Signed (JWS)',
  csvNote: 'The CSV file is a new snapshot; JSON and JWS are the one on this page.',
  definition: (label: string): string => `${label}: definition`,
  yes: 'yes',
  no: 'no',
  verification: 'Verification in this browser',
  verifying: 'Verifying…',
  sumRight: 'The sum is right',
  sumRightWhy: 'It is the SHA-256 of all other fields in canonical form (RFC 8785).',
  sumWrong: 'The sum is wrong',
  sumWrongWhy:
    'The numbers are not those that the sum was made of: they were changed afterwards. Do not rely on them.',
  givenSum: 'Given sum',
  computedSum: 'Computed sum',
  signature: {
    valid: 'The signature is valid',
    invalid: 'The signature is wrong',
    'unknown-key': 'The signature was made with an unknown key',
    'other-purpose': 'The signature is for something else',
  },
  signatureWhy: {
    valid: 'This instance published the key. Compare its id with one that you noted earlier.',
    invalid: 'The statistics were changed after they were signed, or the signature was.',
    'unknown-key': 'This instance has not published this key. The file may be of another instance.',
    'other-purpose': 'It was not made for statistics.',
  },
  unsigned: 'The file is not signed. Anybody could have made it.',
  unverified: 'Not verified',
  key: 'Key',
  checkFile: 'Verify a saved file (JSON or JWS)',
  clearFile: 'Remove the file',
  chooseFile: 'Choose a file',
  tooLarge: 'The file is too large to be statistics.',
  noStatistics: 'The file has no statistics. Choose one that was downloaded here as JSON or JWS.',
  checked: (name: string): string => `Result for ${name}`,
  charts: 'Over time',
  changesTitle: 'Changes in production by week',
  changesNote:
    'Events of the last 13 weeks that you may see, in environments of type production, by days in UTC.',
  changesNone: 'There is no environment of type production.',
  changes: 'Changes',
  activeTitle: 'Active users',
  activeNote:
    'Users seen within the last 7, 30, 60 and 90 days. Each bar includes the one before it.',
  users: 'Users',
  days: (count: number): string => `${count} days`,
  evaluationsTitle: (feature: string): string => `Evaluations of ${feature}`,
  evaluationsNote: 'By hour, in the last 48 hours, of all applications.',
  evaluationsOf: 'Evaluations of a feature',
  feature: 'Feature',
  environment: 'Environment',
  allEnvironments: 'All',
  evaluationsHint: 'Choose a feature to see how often SDKs evaluate it.',
  evaluationsNone: (feature: string): string =>
    `No SDK has reported evaluations of ${feature} in 48 hours.`,
  on: 'on',
  off: 'off',
  groups: {
    features: 'Features',
    usage: 'Usage',
    people: 'People and access',
    clients: 'Applications and tokens',
    signIn: 'Sign-in',
    largest: 'Largest configurations',
  },
};

/** A number of the statistics: its name, and what it counts. */
export interface NumberText {
  label: string;
  definition: string;
}

export const numberTexts = {
  featureToggles: { label: 'Features', definition: 'Features that are not archived.' },
  archivedFeatureToggles: { label: 'Archived features', definition: 'Features that are archived.' },
  projects: { label: 'Projects', definition: 'Projects that are not archived.' },
  environments: { label: 'Environments', definition: 'Environments, enabled or not.' },
  segments: { label: 'Segments', definition: 'Segments, in use or not.' },
  contextFields: { label: 'Context fields', definition: 'Context fields, with built-in ones.' },
  strategies: {
    label: 'Strategy definitions',
    definition: 'Strategy definitions, with built-in and deprecated ones.',
  },
  featureExports: {
    label: 'Exports',
    definition: 'Exports of features since the instance was created.',
  },
  featureImports: {
    label: 'Imports',
    definition: 'Imports of features since the instance was created.',
  },
  'productionChanges.last30': { label: 'Production changes, 30 days', definition: changes(30) },
  'productionChanges.last60': { label: 'Production changes, 60 days', definition: changes(60) },
  'productionChanges.last90': { label: 'Production changes, 90 days', definition: changes(90) },
  'previousDayMetricsBucketsCount.enabledCount': {
    label: 'Usage buckets, yesterday',
    definition: `Buckets of evaluations on the previous calendar day in UTC: ${bucket}.`,
  },
  'previousDayMetricsBucketsCount.variantCount': {
    label: 'Variant buckets, yesterday',
    definition: `Buckets of variants on the previous calendar day in UTC: ${bucket}, and variant.`,
  },
  'activeUsers.last7': { label: 'Active users, 7 days', definition: active(7) },
  'activeUsers.last30': { label: 'Active users, 30 days', definition: active(30) },
  'activeUsers.last60': { label: 'Active users, 60 days', definition: active(60) },
  'activeUsers.last90': { label: 'Active users, 90 days', definition: active(90) },
  users: { label: 'Users', definition: 'Users, without deleted users and service accounts.' },
  serviceAccounts: { label: 'Service accounts', definition: 'Service accounts.' },
  licensedUsers: {
    label: 'Licensed users',
    definition:
      'Distinct e-mail addresses of users, with users deleted within 30 × 24 hours before the snapshot.',
  },
  groups: { label: 'Groups', definition: 'Groups of users.' },
  roles: { label: 'Roles', definition: 'Roles, with built-in and project roles.' },
  customRootRoles: { label: 'Custom root roles', definition: 'Root roles that are not built in.' },
  customRootRolesInUse: {
    label: 'Custom root roles in use',
    definition: 'Custom root roles that at least one user, service account or group has.',
  },
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
  'apiTokens.admin': { label: 'Admin tokens', definition: `Tokens for the admin API. ${tokens}` },
  passwordAuthEnabled: {
    label: 'Password',
    definition: 'Whether people can sign in with a password.',
  },
  OIDCenabled: {
    label: 'OpenID Connect',
    definition: 'Whether sign-in by OpenID Connect is enabled.',
  },
  SAMLenabled: { label: 'SAML', definition: 'Whether sign-in by SAML is enabled.' },
  SCIMenabled: { label: 'SCIM', definition: 'Always no: users are not provisioned by SCIM.' },
  maxEnvironmentStrategies: {
    label: 'Strategies',
    definition:
      'The highest number of strategies, with disabled ones, of a live feature in one environment.',
  },
  maxConstraints: {
    label: 'Constraints',
    definition: 'The highest number of constraints of one strategy of a live feature.',
  },
  maxConstraintValues: {
    label: 'Values',
    definition: 'The highest number of values of one constraint of a strategy of a live feature.',
  },
} satisfies Record<string, NumberText>;

/** A number, or yes or no, for people. */
export function valueText(value: number | boolean): string {
  if (typeof value === 'number') return number(value);
  return value ? statisticsTexts.yes : statisticsTexts.no;
}
