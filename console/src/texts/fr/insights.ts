import type * as en from '../insights.js';

export const insightsTexts: typeof en.insightsTexts = {
  title: 'Tendances',
  intro:
    'Comment les fonctionnalités vont et viennent : le temps qu’elles mettent à atteindre la production, combien restent en arrière, et comment cela évolue. Les projets que vous ne pouvez pas voir ne comptent pas.',
  lifecycle: 'Où en sont les fonctionnalités',
  part: 'Étape',
  parts: {
    develop: { name: 'Développement', below: 'pas encore utilisées en production' },
    production: { name: 'En production', below: 'utilisées en production' },
    cleanup: { name: 'Nettoyage', below: 'terminées, à supprimer' },
  },
  features: 'Fonctionnalités',
  newOnes: 'Nouvelles cette semaine',
  daysSoFar: 'Jours dans l’étape, médiane',
  daysBefore: 'Jours jusqu’à la sortie, médiane',
  trends: 'Les 13 dernières semaines',
  debtTitle: 'Fonctionnalités par semaine',
  debtNote:
    'Fonctionnalités non archivées, à la fin de chaque semaine. Obsolètes : marquées comme telles, ou plus anciennes que celles de leur type ne devraient l’être.',
  current: 'À jour',
  stale: 'Obsolètes',
  productionTitle: 'Fonctionnalités arrivées en production par semaine',
  productionNote: 'Fonctionnalités entrées dans l’étape live.',
  production: 'Fonctionnalités',
  createdTitle: 'Fonctionnalités créées et archivées par semaine',
  createdNote:
    'Celles qui ont été supprimées depuis ne comptent pas. La hauteur est la somme des deux.',
  created: 'Créées',
  archived: 'Archivées',
  projects: 'Projets par fonctionnalités obsolètes',
  project: 'Projet',
  debt: 'Dette technique',
  timeToProduction: 'Jours jusqu’à la production',
  users: 'Utilisateurs',
  csv: 'Télécharger les projets par semaine en CSV',
  shortened: (from) =>
    `Il y a tant de projets que seuls les jours depuis le ${from} sont affichés.`,
  none: 'Les premiers chiffres apparaissent dans l’heure.',
};
