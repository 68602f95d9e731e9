import { counted, number } from '../format.js';
import type * as en from '../cleanup.js';

export const cleanupTexts: typeof en.cleanupTexts = {
  intro: 'Ce qui reste à faire avant de pouvoir retirer la fonctionnalité du code.',
  certificates: 'Attestations qu’elle peut partir',
  certificatesIntro:
    'Si tout le monde a toujours reçu la même réponse depuis une semaine, et qui l’a demandée. Une attestation en est une déclaration signée, à enregistrer.',
  always: (state, variant) =>
    `Tout le monde la reçoit comme ${state === 'on' ? 'activée' : 'désactivée'}` +
    `${variant === null ? '' : ` avec la variante ${variant}`} depuis`,
  evaluations: (count, applications) =>
    applications.length === 0
      ? 'Personne ne l’a évaluée depuis.'
      : `${counted(count, 'évaluation', 'évaluations')} depuis, par ${applications.join(', ')}.`,
  against: 'Ce qui s’oppose à une attestation\u00a0:',
  issue: 'Émettre une attestation',
  issued: 'L’attestation est émise et enregistrée.',
  refused: 'Aucune attestation n’est émise tant que quelque chose s’y oppose.',
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
