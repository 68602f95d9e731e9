import { counted, decimal, number } from './format.js';

const state = (on: boolean): string => (on ? 'on' : 'off');
const instances = (count: number): string => counted(count, 'SDK instance', 'SDK instances');

export const switchTexts = {
  title: (on: boolean, feature: string, environment: string): string =>
    `Turn ${state(on)} ${feature} in ${environment}`,
  confirm: (on: boolean, environment: string): string => `Turn ${state(on)} in ${environment}`,
  force: (environment: string): string => `Turn off in ${environment} anyway`,
  working: 'Switching…',
  affected: 'What this affects',
  loading: 'Reading what this affects…',
  noPreview: 'What this affects cannot be read now. You can switch nevertheless.',
  needsApproval: 'This requires approvals. You can add it to your change request.',
  evaluations: 'Evaluations in the current and the previous hour',
  evaluationsOf: (yes: number, no: number): string => `${number(yes)} on, ${number(no)} off`,
  connections: 'Connected SDK instances',
  applications: 'Applications that used it in 48 hours',
  dependents: (on: boolean): string =>
    on ? 'Features that depend on it' : 'Features that would be off as well',
  none: 'none',
  already: (on: boolean): string => `It is ${state(on)} already.`,
  lastChange: 'Last change',
  by: (who: string): string => `by ${who}`,
  reason: 'Reason',
  reasonHint: 'Required: the project guards features in use. It is recorded in the audit log.',
  guarded: 'This feature is in use',
  done: (on: boolean, feature: string, environment: string): string =>
    `${feature} is ${state(on)} in ${environment}.`,
  delivered: (delivered: number, connected: number, seconds: number): string =>
    connected === 0
      ? 'No SDK instance is connected. SDKs get it when they connect.'
      : `${number(delivered)} of ${instances(connected)} have it after ${decimal(seconds, 1)} s.`,
  delivering: (delivered: number, connected: number): string =>
    `${number(delivered)} of ${instances(connected)} have it.`,
  unknownDelivery: 'It is switched. Which SDK instances have it is not known at the moment.',
  pending: 'These do not have it yet',
  polls: 'polls',
  streams: 'streams',
  lastFetched: 'last request',
  unnamed: 'unnamed instance',
  more: (count: number): string => `and ${number(count)} more`,
  unconfirmed: (feature: string, environment: string): string =>
    `${feature} in ${environment}: not confirmed yet. It may still be switched.`,
  failed: (feature: string, environment: string, why: string): string =>
    `${feature} in ${environment} was not switched. ${why}`,
  undo: 'Undo',
  proposeUndo: 'Propose to undo it',
  undone: (on: boolean, feature: string, environment: string): string =>
    `Undone: ${feature} is ${state(on)} in ${environment} again.`,
  label: (feature: string, environment: string): string => `${feature} in ${environment}`,
};
