import { counted, number, percent } from './format.js';

export const inviteTexts = {
  title: 'Invite links',
  intro: 'Everybody who has such a link can sign up with it, and becomes a Viewer.',
  create: 'New invite link',
  name: 'Name',
  nameHint: 'Who it is for.',
  expires: 'Valid until',
  expiresHint: 'At most one month from now.',
  created: 'Created',
  by: 'Created by',
  users: 'Signed up',
  userCount: (count: number): string => counted(count, 'person', 'people'),
  state: 'State',
  enabled: 'enabled',
  disabled: 'disabled',
  expired: 'expired',
  link: 'Invite link',
  emptyTitle: 'There are no invite links',
  empty: 'Create one and send it to people who may look at the features here.',
  enable: 'Enable',
  disable: 'Disable',
  isEnabled: (name: string): string => `The link ${name} is enabled.`,
  isDisabled: (name: string): string => `The link ${name} is disabled.`,
  changeExpiry: 'Change the expiry',
  changeExpiryOf: (name: string): string => `Change the expiry of ${name}`,
  changed: (name: string): string => `The link ${name} is changed.`,
};

export const instanceTexts = {
  title: 'This instance',
  about: 'Version and address',
  name: 'Name',
  version: 'Version',
  instanceId: 'Instance ID',
  address: 'Address',
  installation: 'Installation',
  signIn: 'Ways to sign in',
  mails: 'Sends mails',
  yes: 'yes',
  no: 'no',
  none: 'none',
  optional: 'Optional functions that are on',
  limits: 'Limits',
  limitsIntro: 'The service refuses more than these.',
  limit: {
    segmentValues: 'Values of a segment',
    strategySegments: 'Segments of a strategy',
    featureEnvironmentStrategies: 'Strategies of a feature in an environment',
    constraints: 'Constraints of a strategy',
    constraintValues: 'Values of a constraint',
    environments: 'Environments',
    projects: 'Projects',
    apiTokens: 'API tokens',
    segments: 'Segments',
    featureFlags: 'Features',
  },
  sessions: 'Sessions of a person',
  unlimited: 'no limit',
  origins: 'Web pages that may call the frontend API',
  originsIntro:
    'Browsers let pages of these origins evaluate features with a frontend token. A * stands for ' +
    'all origins.',
  originsField: 'Origins',
  originsHint: 'One per line, such as https://shop.example.com.',
  changeOrigins: 'Change the origins',
  originsSaved: 'The origins are saved.',
};

export const maintenanceTexts = {
  title: 'Maintenance mode',
  intro:
    'While it is on, nothing can be changed: the service refuses writes with the reason that you ' +
    'give. Reading, signing in, SDKs and reports of usage keep working.',
  state: 'State',
  on: 'on',
  off: 'off',
  reason: 'Reason',
  reasonHint: 'Everybody who tries to change something sees it.',
  noReason: 'none given',
  turningOff: 'Turning features off',
  refused: 'refused as well',
  allowed: 'still possible',
  refuse: 'Also refuse turning features off',
  refuseHint: 'Without it, people can still turn off a feature that does harm.',
  turnOn: 'Turn on maintenance mode',
  turnOff: 'Turn off maintenance mode',
  turnOffHint: 'Everything can be changed again.',
  isOn: 'Maintenance mode is on.',
  isOff: 'Maintenance mode is off.',
};

export const drillTexts = {
  title: 'Kill-switch drill',
  intro:
    'A reserved feature is switched at an interval, and read back in each way in which SDKs get ' +
    'features, on every instance.',
  state: 'State',
  works: 'Everybody had the last switch in time',
  fails: 'Not everybody had the last switch in time',
  notYet: 'No drill has ended yet',
  off: 'Drills are turned off',
  lastSuccess: 'Last success',
  never: 'none among the last drills',
  last: 'The slowest had it after',
  missed: 'somebody did not get it',
  milliseconds: (value: number): string => `${number(value)} ms`,
  usual: 'In the last 24 hours',
  percentiles: (p50: number, p99: number): string =>
    `half of the drills within ${number(p50)} ms, ${percent(99)} within ${number(p99)} ms`,
  none: 'none',
  instances: 'Instances',
  budget: 'Error budget',
  left: (late: number, drills: number, left: number): string =>
    `${counted(late, 'drill', 'drills')} of ${number(drills)} too late this month, ` +
    `${percent(Math.round(100 * left))} of the budget left`,
  broken: (part: string, where: string): string => `${part} on ${where}`,
};
