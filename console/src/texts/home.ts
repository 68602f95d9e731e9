import { counted } from './ui.js';

export const homeTexts = {
  title: 'Home',
  followed: 'Features that you follow',
  noFollowed: 'Mark a feature with the star, and its switch in production is here.',
  waiting: 'Waits for you',
  nothingWaits: 'No review, no draft and no schedule of the next seven days waits for you.',
  review: 'Review',
  own: (state: string): string => `Yours: ${state}`,
  allReviews: 'All change requests',
  allSchedules: 'All schedules',
  attention: 'Needs attention',
  nothingFails: 'Nothing has failed in the last seven days.',
  integrationFails: 'The last delivery failed',
  drillFails: 'The kill-switch drill failed',
  stale: 'Stale features',
  noStale: 'No feature is stale.',
  allStale: (count: number): string => `All ${counted(count, 'stale feature', 'stale features')}`,
  changed: 'Changed today',
  nothingChanged: 'Nobody has changed anything today.',
  allChanges: (count: number): string => `All ${counted(count, 'change', 'changes')} of today`,
};
