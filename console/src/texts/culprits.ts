import type { Schemas } from '../api/client.js';
import { counted } from './format.js';

type Reason = Schemas['CulpritReasonResponse'];

/** What the number of each reason says, in a language that the service does not answer in. */
export type ReasonWords = Readonly<Record<Reason['name'], (value: number) => string>>;

/** Texts of the search for the change that caused something. */
export const culpritTexts = {
  intro:
    'When something went wrong, these changes are the likeliest causes: made shortly before, for many users, with a shift in usage after them.',
  noticed: 'Noticed at',
  now: 'Now, unless you choose a moment of the past.',
  search: 'Search',
  list: 'Likely causes, the likeliest first',
  why: 'Why',
  /** Why a change is likely or not. The service says it in English. */
  reason: ({ text }: Reason): string => text,
  examined: (count: number, hasMore: boolean): string =>
    `The likeliest of ${hasMore ? 'the last ' : ''}${counted(count, 'change', 'changes')} before`,
  noneTitle: 'Nothing has changed',
  none: 'No change in the 24 hours before could have had an effect. Choose another moment, or all projects.',
};
