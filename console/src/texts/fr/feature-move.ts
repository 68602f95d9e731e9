import type * as en from '../feature-move.js';

export const moveTexts: typeof en.moveTexts = {
  heading: 'Projet',
  hint: 'Dans un autre projet, d’autres personnes peuvent modifier la fonctionnalité, et d’autres règles s’appliquent. Ses stratégies, son utilisation et son historique restent.',
  action: 'Déplacer dans un autre projet',
  title: (feature) => `Déplacer ${feature} dans un autre projet`,
  project: 'Nouveau projet',
  choose: 'Choisissez un projet',
  none: 'Il n’y a pas d’autre projet. Créez-en d’abord un.',
  toProjects: 'Projets',
  rules: 'Elle peut être déplacée si',
  conditions: [
    'le nouveau projet a tous les environnements où elle est activée,',
    'elle ne dépend d’aucune fonctionnalité et aucune ne dépend d’elle,',
    'elle n’utilise aucun segment ni champ de contexte de son projet actuel,',
    'elle n’a rien dans un environnement qui exige des approbations, dans les deux projets.',
  ],
  tokens: 'Les jetons d’API limités au projet actuel ne la reçoivent plus.',
  moved: (feature, project) => `${feature} est maintenant dans ${project}.`,
};
