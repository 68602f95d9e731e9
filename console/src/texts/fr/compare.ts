import { counted } from '../format.js';
import type * as en from '../compare.js';

export const compareTexts: typeof en.compareTexts = {
  intro: 'Ce qui est dans un environnement et pas dans l’autre.',
  left: 'Comparer',
  right: 'avec',
  table: (left, right) => `${left} à côté de ${right}`,
  same: (left, right) => `${left} et ${right} sont identiques.`,
  differences: (count) => `${counted(count, 'différence', 'différences')}.`,
  differs: 'diffère',
  what: 'Quoi',
  state: 'État',
  strategy: (number) => `Stratégie ${number}`,
  variant: (name) => `Variante ${name}`,
  on: 'activée',
  off: 'désactivée',
  disabled: 'mise de côté',
  none: '–',
  alone: 'Cette fonctionnalité n’a qu’un environnement : il n’y a rien à comparer.',
};
