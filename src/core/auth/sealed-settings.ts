import { resealedIn, type SealedStore } from './sealed-store.js';
import { READ_SEALED, REPLACE_SEALED } from './setting.sql.js';

/** Secrets of settings. Their purpose is the name of the setting. */
export const SEALED_SETTINGS: SealedStore = {
  what: 'secrets of settings',
  read: READ_SEALED,
  replace: REPLACE_SEALED,
  resealed: ({ key, content }, reseal) =>
    resealedIn(content, { sealedSecret: key, sealedKey: key }, reseal),
};
