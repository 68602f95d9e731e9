import { counted, number } from '../format.js';
import type * as en from '../code.js';

export const codeTexts: typeof en.codeTexts = {
  title: 'Références dans le code',
  intro: 'Quels dépôts nomment des fonctionnalités de ce projet, d’après la ligne de commande.',
  repositories: 'Dépôts',
  repository: 'Dépôt',
  revision: 'Révision',
  lines: 'Lignes',
  features: 'Fonctionnalités',
  scanned: 'Analysé',
  obsolete: 'Lignes à retirer',
  obsoleteNote: 'Elles nomment des fonctionnalités archivées, ou absentes du projet.',
  noObsolete: 'Aucune ligne ne reste',
  unreferenced: 'Fonctionnalités qu’aucune ligne ne nomme',
  unreferencedNote: 'Elles sont actives, mais aucun dépôt analysé ne les nomme.',
  noUnreferenced: 'Il n’y en a pas',
  feature: 'Fonctionnalité',
  line: 'Ligne',
  reasons: { archived: 'archivée', unknown: 'absente de ce projet' },
  listed: (shown, total) =>
    `${number(shown)} sur ${counted(total, 'entrée', 'entrées')} sont affichées.`,
  forget: 'Oublier',
  forgetHint: 'Ses lignes ne sont plus affichées. La prochaine analyse l’ajoute de nouveau.',
  forgotten: (name) => `${name} est oublié.`,
};
