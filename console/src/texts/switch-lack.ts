/** Apart from the other texts of switches, which the first page loads. */
export const switchLackTexts = {
  ask: (names: string): string => `These people may do it: ${names}.`,
  askNobody: 'At present only administrators can give somebody this permission.',
  askForTime: 'Ask for access for a time',
};
