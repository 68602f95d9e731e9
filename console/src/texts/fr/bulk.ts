import { counted } from '../format.js';
import type * as en from '../bulk.js';

const features = (count: number): string => counted(count, 'fonctionnalité', 'fonctionnalités');

export const bulkTexts: typeof en.bulkTexts = {
  bar: 'Fonctionnalités sélectionnées',
  selected: (count) =>
    counted(count, 'fonctionnalité sélectionnée', 'fonctionnalités sélectionnées'),
  environment: 'Environnement',
  turnOn: 'Activer',
  turnOff: 'Désactiver',
  archive: 'Archiver',
  revive: 'Rétablir',
  tag: 'Ajouter un tag',
  untag: 'Retirer un tag',
  clear: 'Effacer la sélection',
  titles: {
    on: (count, environment) => `Activer ${features(count)} dans ${environment}`,
    off: (count, environment) => `Désactiver ${features(count)} dans ${environment}`,
    archive: (count) => `Archiver ${features(count)}`,
    revive: (count) => `Rétablir ${features(count)}`,
    tag: (count) => `Ajouter un tag à ${features(count)}`,
    untag: (count) => `Retirer un tag de ${features(count)}`,
  },
  done: (count) => `${counted(count, 'fonctionnalité modifiée', 'fonctionnalités modifiées')}.`,
  undone: (projects) => `Annulé dans ${counted(projects, 'projet', 'projets')}.`,
  failedIn: (project, why) => `${project} : rien n’a été modifié. ${why}`,
  parts: 'Ce que deviennent les fonctionnalités',
  reading: 'Lecture des effets…',
  already: {
    on: 'déjà activée',
    off: 'déjà désactivée',
    archive: 'déjà archivée',
    revive: 'pas archivée',
    tag: 'a déjà le tag',
    untag: 'n’a pas le tag',
  },
  will: {
    on: 'sera activée',
    off: 'sera désactivée',
    archive: 'sera archivée',
    revive: 'sera rétablie',
    tag: 'recevra le tag',
    untag: 'perdra le tag',
  },
  has: {
    on: 'activée',
    off: 'désactivée',
    archive: 'archivée',
    revive: 'rétablie',
    tag: 'a le tag',
    untag: 'a perdu le tag',
  },
  states: {
    approval: 'demande des approbations',
    guarded: 'demande un motif',
    refused: 'refusé : rien n’a été modifié',
    proposed: 'ajouté à votre demande de modification',
  },
  removedTag: 'Tag à retirer',
  removedTagHint: 'Les fonctionnalités qui ne l’ont pas restent telles quelles.',
  noTags: 'Aucune de ces fonctionnalités n’a de tag.',
  tagType: 'Type du tag',
  tagValue: 'Valeur',
  reviveHint: 'Les fonctionnalités rétablies sont désactivées dans tous les environnements.',
  archiveHint: 'Les SDK ne reçoivent plus les fonctionnalités archivées. Vous pouvez les rétablir.',
  approvalHint:
    'Ajoutez à votre demande de modification ce qui demande des approbations, et envoyez-la en revue de là.',
  reason: 'Motif',
  emergencyHint:
    'En cas d’urgence, un motif désactive aussi tout de suite ce qui demande des approbations. Il est consigné dans le journal d’audit.',
  reasonHint: 'La garde d’un projet l’exige. Il est consigné dans le journal d’audit.',
};
