import type * as en from '../document.js';

export const documentTexts: typeof en.documentTexts = {
  title: 'Feature flags',
  noScript: 'La console a besoin de JavaScript. L’API et sa documentation fonctionnent sans.',
};
