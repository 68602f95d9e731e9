import { number } from './format.js';

export const chartTexts = {
  asTable: 'As a table',
  period: 'Period',
  summary: (title: string, highest: number): string =>
    highest > 0 ? `${title}; the highest bar is ${number(highest)}` : `${title}; all are zero`,
};
