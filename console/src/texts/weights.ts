/** Apart from those of the editor of variants, which the page of a feature loads later. */
export const weightTexts = {
  weights: 'Weights of the variants',
  share: (name: string, share: string): string => `${name}: ${share}`,
};
