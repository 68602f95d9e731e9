import { counted, number } from '../format.js';
import type * as en from '../reach.js';

export const reachTexts: typeof en.reachTexts = {
  everybody: 'alle',
  on: (who) => `An für ${who}.`,
  off: 'Aus für alle.',
  offUntilOn: (who) => `Aus für alle. Eingeschaltet gilt es für ${who}.`,
  asked: (count) => `In dieser Stunde ${number(count)} Mal ausgewertet.`,
  inSegments: (count) => `in ${counted(count, 'Segment', 'Segmenten')}`,
  where: (conditions) => `wo gilt: ${conditions.join(' und ')}`,
  moreConditions: (count) => counted(count, 'weitere Bedingung', 'weitere Bedingungen'),
  any: (whos) => whos.join(', oder für '),
  moreStrategies: (count) =>
    `die ${counted(count, 'weitere Strategie auswählt', 'weitere Strategien auswählen')}`,
};
