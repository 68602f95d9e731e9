import { counted, momentText, number } from './format.js';

export const calendarTexts = {
  title: 'Schedules',
  intro: 'What schedules and change requests will do in all projects that you can see.',
  views: 'Views of the calendar',
  viewNames: { week: 'Week', month: 'Month' },
  previous: 'Previous',
  previousOf: { week: 'Previous week', month: 'Previous month' },
  today: 'Today',
  next: 'Next',
  nextOf: { week: 'Next week', month: 'Next month' },
  nothing: {
    week: 'Nothing is scheduled in this week. Schedule a change on the page of a feature.',
    month: 'Nothing is scheduled in this month. Schedule a change on the page of a feature.',
  },
  more: (count: number): string => `${number(count)} more`,
  truncated: 'Only the first 100 schedules of this time are shown. Choose a week.',
  applied: (environment: string): string => `Change request in ${environment}`,
  conflict: 'conflict',
  problems: (count: number): string =>
    `${counted(count, 'change needs', 'changes need')} a decision`,
  suspended: 'It is suspended.',
  archived: (at: Date): string => `The feature is archived on ${momentText(at)}, before this.`,
  changedBefore: (at: Date): string =>
    `The same strategy is changed on ${momentText(at)}, which suspends this.`,
  during: (words: string, until: Date): string =>
    `It happens during "${words}", which ends on ${momentText(until)}.`,
  near: (words: string, at: Date): string =>
    `"${words}" happens on ${momentText(at)}, at nearly the same time.`,
};
