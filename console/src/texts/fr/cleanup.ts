import { counted, number } from '../format.js';
import type * as en from '../cleanup.js';

export const cleanupTexts: typeof en.cleanupTexts = {
  intro: 'Ce qui reste à faire avant de pouvoir retirer la fonctionnalité du code.',
  references: 'Références dans le code',
  referencesIntro:
    'Les fichiers et lignes qui nomment la fonctionnalité, comme la ligne de commande les a trouvés. Le code lui-même reste où il est.',
  notScanned: 'Aucun dépôt n’est parcouru',
  notScannedHint: (project) =>
    `Lancez « flags code-refs --send --project ${project} » là où est le code, ou en pipeline.`,
  none: 'Aucune ligne ne la nomme.',
  at: (revision) => `À ${revision}`,
  scanned: 'parcouru',
  incomplete: 'Il y a plus de références que le service n’en garde.',
  listed: (shown, total) =>
    `${number(shown)} sur ${counted(total, 'ligne', 'lignes')} sont listées.`,
  repository: (name) => `Lignes dans ${name}`,
};
