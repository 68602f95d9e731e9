import type * as en from '../archived-feature.js';

export const archivedFeatureTexts: typeof en.archivedFeatureTexts = {
  archived: 'Dieses Feature ist archiviert. SDKs bekommen es nicht mehr.',
  revive: 'Wiederherstellen',
  revived: (name) => `${name} ist wieder da. Es ist in allen Umgebungen aus.`,
  delete: 'Endgültig löschen',
  deleteTitle: (name) => `${name} endgültig löschen`,
  deleteHint:
    'Strategien, Varianten und Tags gehen verloren. Das lässt sich nicht rückgängig machen.',
  deleted: (name) => `${name} ist gelöscht.`,
};
