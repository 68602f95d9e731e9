import { counted, number } from './format.js';

export const featureUsageTexts = {
  hours: 'Period',
  period: (hours: number): string =>
    hours < 48 ? counted(hours, 'hour', 'hours') : counted(hours / 24, 'day', 'days'),
  environment: 'Environment',
  application: 'Application',
  all: 'All',
  emptyTitle: 'Nobody has used this feature in this period',
  empty:
    'SDKs report how often they evaluated it, within about a minute. Choose a longer period, or check that an application asks for it.',
  noneTitle: 'No evaluations match',
  none: 'Choose another environment or application, or a longer period.',
  chart: (yes: number, no: number): string =>
    `Evaluations by hour: ${number(yes)} on, ${number(no)} off`,
  changes: 'The last changes of the feature in this time',
  on: 'on',
  off: 'off',
  total: (yes: number, no: number): string => `${number(yes)} on, ${number(no)} off`,
  table: 'Evaluations by application and environment',
  share: 'Share on',
};
