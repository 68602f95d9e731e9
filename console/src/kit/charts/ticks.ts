import { moments } from '../../texts/format.js';

const time = moments({ timeStyle: 'short' });
const day = moments({ month: 'short', day: 'numeric' });

/** More hours than these are told apart by their days. */
const MOST_HOURS = 36;

/** The label of an hour on an axis with this many of them. */
export const tickOf = (hour: Date, hours: number): string =>
  (hours <= MOST_HOURS ? time : day)(hour);
