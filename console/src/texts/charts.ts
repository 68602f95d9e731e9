import { number } from './ui.js';

export const chartTexts = {
  asTable: 'As a table',
  period: 'Period',
  summary: (title: string, highest: number, hasAny: boolean): string =>
    hasAny ? `${title}; the highest bar is ${number(highest)}` : `${title}; all are zero`,
};
