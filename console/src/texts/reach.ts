import { counted } from './format.js';

/** The sentence that says who gets a feature. */
export const reachTexts = {
  everybody: 'everybody',
  on: (who: string): string => `On for ${who}.`,
  off: 'Off for everybody.',
  offUntilOn: (who: string): string => `Off for everybody. Turned on, it is for ${who}.`,
  asked: (count: number): string => `Evaluated ${counted(count, 'time', 'times')} in this hour.`,
  inSegments: (count: number): string => `in ${counted(count, 'segment', 'segments')}`,
  where: (conditions: readonly string[]): string => `where ${conditions.join(' and ')}`,
  moreConditions: (count: number): string =>
    `${counted(count, 'more condition', 'more conditions')}`,
  any: (whos: readonly string[]): string => whos.join(', or for '),
  moreStrategies: (count: number): string =>
    `whom ${counted(count, 'more strategy selects', 'more strategies select')}`,
};
