import type * as en from '../switch-lack.js';

export const switchLackTexts: typeof en.switchLackTexts = {
  ask: (names) => `Diese Personen dürfen es: ${names}.`,
  askNobody: 'Im Moment können nur Administratoren jemandem diese Berechtigung geben.',
  askForTime: 'Zugang auf Zeit erbitten',
};
