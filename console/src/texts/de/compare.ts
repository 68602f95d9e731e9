import { counted } from '../format.js';
import type * as en from '../compare.js';

export const compareTexts: typeof en.compareTexts = {
  intro: 'Was in der einen Umgebung ist und in der anderen nicht.',
  left: 'Vergleichen',
  right: 'mit',
  table: (left, right) => `${left} neben ${right}`,
  same: (left, right) => `${left} und ${right} sind gleich.`,
  differences: (count) => `${counted(count, 'Unterschied', 'Unterschiede')}.`,
  differs: 'verschieden',
  what: 'Was',
  state: 'Zustand',
  strategy: (number) => `Strategie ${number}`,
  variant: (name) => `Variante ${name}`,
  on: 'an',
  off: 'aus',
  disabled: 'deaktiviert',
  none: '–',
  alone: 'Dieses Feature hat nur eine Umgebung: Es gibt nichts zu vergleichen.',
};
