import { number } from '../format.js';
import type * as en from '../charts.js';

export const chartTexts: typeof en.chartTexts = {
  asTable: 'Als Tabelle',
  period: 'Zeitraum',
  summary: (title, highest) =>
    highest > 0
      ? `${title}; der höchste Balken ist ${number(highest)}`
      : `${title}; alle sind null`,
};
