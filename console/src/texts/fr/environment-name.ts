import type * as en from '../environment-name.js';

export const environmentTexts: typeof en.environmentTexts = {
  production: 'production',
};
