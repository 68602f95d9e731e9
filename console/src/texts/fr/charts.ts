import { number } from '../format.js';
import type * as en from '../charts.js';

export const chartTexts: typeof en.chartTexts = {
  asTable: 'En tableau',
  period: 'Période',
  summary: (title, highest) =>
    highest > 0
      ? `${title} ; la plus haute barre vaut ${number(highest)}`
      : `${title} ; toutes valent zéro`,
};
