import { counted, number } from '../format.js';
import type * as en from '../reach.js';

export const reachTexts: typeof en.reachTexts = {
  everybody: 'tout le monde',
  on: (who) => `Activée pour ${who}.`,
  off: 'Désactivée pour tous.',
  offUntilOn: (who) => `Désactivée pour tous. Une fois activée, elle est pour ${who}.`,
  asked: (count) => `Évaluée ${number(count)} fois pendant cette heure.`,
  inSegments: (count) => `dans ${counted(count, 'segment', 'segments')}`,
  where: (conditions) => `où ${conditions.join(' et ')}`,
  moreConditions: (count) => counted(count, 'autre condition', 'autres conditions'),
  any: (whos) => whos.join(', ou pour '),
  moreStrategies: (count) =>
    `ceux que ${counted(count, 'autre stratégie choisit', 'autres stratégies choisissent')}`,
};
