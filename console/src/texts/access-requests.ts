import { counted } from './format.js';

const HOUR = 60;
const DAY = 1_440;

export const accessRequestTexts = {
  title: 'Access requests',
  intro: 'Roles in projects that people need for a time. They end by themselves.',
  ask: 'Ask for access',
  wasAsked: 'You have asked. Those who may give the role are notified.',
  waiting: 'Waiting for your decision',
  own: 'What you have asked for',
  ofProject: 'Access for a time',
  emptyTitle: 'You have asked for nothing',
  empty: 'Ask for a role in a project for as long as you need it.',
  who: 'Person',
  project: 'Project',
  role: 'Role',
  environment: 'Environment',
  environmentHint: 'In one environment, only the permissions of the role there.',
  wholeRole: 'The whole role',
  onlyIn: (environment: string): string => `Only its permissions in ${environment}.`,
  time: 'For how long',
  forTime: (minutes: number): string =>
    minutes % DAY === 0
      ? counted(minutes / DAY, 'day', 'days')
      : minutes % HOUR === 0
        ? counted(minutes / HOUR, 'hour', 'hours')
        : counted(minutes, 'minute', 'minutes'),
  minutes: 'Minutes',
  minutesAsked: (minutes: number): string => `At most ${minutes}, which was asked for.`,
  reason: 'Reason',
  isEmergency: 'It is an emergency',
  emergency: 'Emergency',
  state: 'State',
  asked: 'Asked',
  states: {
    open: 'Waits for a decision',
    active: 'Active until',
    denied: 'Denied',
    withdrawn: 'Withdrawn',
    ended: 'Ended',
  },
  by: (name: string): string => `by ${name}`,
  said: (name: string, comment: string): string => `${name}: ${comment}`,
  about: (user: string, role: string): string => `${role} for ${user}`,
  approve: 'Approve',
  approveTitle: (user: string, role: string): string => `Give ${user} the role ${role} for a time`,
  approved: (user: string): string => `${user} has the role now.`,
  deny: 'Deny',
  denyTitle: (user: string, role: string): string => `Deny ${user} the role ${role}`,
  denied: (user: string): string => `The request of ${user} is denied.`,
  comment: 'Comment',
  withdraw: 'Withdraw',
  withdrawHint: 'Nobody will decide about it. You can ask again.',
  giveBack: 'Give back',
  end: 'End',
  endHint: 'The role ends at once.',
  over: 'It is over.',
};
