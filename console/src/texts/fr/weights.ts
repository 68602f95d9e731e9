import type * as en from '../weights.js';

export const weightTexts: typeof en.weightTexts = {
  weights: 'Poids des variantes',
  share: (name, share) => `${name} : ${share}`,
};
