import type * as en from '../archived-feature.js';

export const archivedFeatureTexts: typeof en.archivedFeatureTexts = {
  archived: 'Cette fonctionnalité est archivée. Les SDK ne la reçoivent plus.',
  revive: 'Rétablir',
  revived: (name) => `${name} est de retour. Elle est désactivée dans tous les environnements.`,
  delete: 'Supprimer définitivement',
  deleteTitle: (name) => `Supprimer définitivement ${name}`,
  deleteHint: 'Ses stratégies, variantes et tags sont perdus. C’est irréversible.',
  deleted: (name) => `${name} est supprimée.`,
};
