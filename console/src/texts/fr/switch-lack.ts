import type * as en from '../switch-lack.js';

export const switchLackTexts: typeof en.switchLackTexts = {
  ask: (names) => `Ces personnes peuvent le faire : ${names}.`,
  askNobody: 'Pour l’instant, seuls les administrateurs peuvent donner cette autorisation.',
  askForTime: 'Demander un accès temporaire',
};
