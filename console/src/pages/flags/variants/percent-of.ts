import { percent } from '../../../texts/format.js';

/** A weight of a variant as percent, such as `33.4`. */
export const percentOf = (weight: number): string => String(weight / 10);

/** A weight of a variant in words, such as `33.4%`. */
export const shareOf = (weight: number): string => percent(weight / 10);
