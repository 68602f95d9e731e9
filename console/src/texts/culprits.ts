import { counted } from './format.js';

/** Texts of the search for the change that caused something. */
export const culpritTexts = {
  intro:
    'When something went wrong, these changes are the likeliest causes: made shortly before, for many users, with a shift in usage after them.',
  noticed: 'Noticed at',
  now: 'Now, unless you choose a moment of the past.',
  search: 'Search',
  list: 'Likely causes, the likeliest first',
  why: 'Why',
  examined: (count: number, hasMore: boolean): string =>
    `The likeliest of ${hasMore ? 'the last ' : ''}${counted(count, 'change', 'changes')} before`,
  noneTitle: 'Nothing has changed',
  none: 'No change in the 24 hours before could have had an effect. Choose another moment, or all projects.',
};
