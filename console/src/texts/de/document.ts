import type * as en from '../document.js';

export const documentTexts: typeof en.documentTexts = {
  title: 'Feature-Flags',
  noScript:
    'Die Konsole braucht JavaScript. Die API und ihre Dokumentation funktionieren auch ohne.',
};
