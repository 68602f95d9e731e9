import type * as en from '../weights.js';

export const weightTexts: typeof en.weightTexts = {
  weights: 'Gewichte der Varianten',
  share: (name, share) => `${name}: ${share}`,
};
