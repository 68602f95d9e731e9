import { counted, number } from './format.js';

const instances = (count: number): string => counted(count, 'SDK instance', 'SDK instances');

export const deliveryTexts = {
  intro:
    'Which connected SDK instances have the latest change, by environment. This page updates itself.',
  changed: 'Latest change',
  unknown: 'not known any more',
  none: 'No SDK instance is connected. SDKs get the feature when they connect.',
  connect: 'Connect an SDK',
  all: (count: number): string =>
    count === 1 ? 'The connected SDK instance has it.' : `All ${instances(count)} have it.`,
  some: (delivered: number, connected: number): string =>
    `${number(delivered)} of ${instances(connected)} have it.`,
  applicationsIn: (environment: string): string => `Applications in ${environment}`,
  application: 'Application',
  unnamed: 'unnamed application',
  has: 'SDK instances that have it',
  share: (delivered: number, connected: number): string =>
    `${number(delivered)} of ${number(connected)}`,
  state: 'State',
  done: 'has it',
  waiting: 'not everywhere yet',
  moreApplications: 'There are more applications, which are not listed.',
};
