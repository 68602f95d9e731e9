import { counted } from '../format.js';
import type * as en from '../environments.js';

export const environmentTexts: typeof en.environmentTexts = {
  title: 'Environnements',
  intro:
    'Les fonctionnalités sont activées ou non dans chaque environnement. Toutes les listes les affichent dans cet ordre.',
  create: 'Créer un environnement',
  clone: 'Copier',
  cloneTitle: (name) => `Copier ${name}`,
  cloneHint: 'La copie a les mêmes projets, stratégies et états de fonctionnalités.',
  clonePermissions: 'Copier aussi les autorisations des rôles',
  cloned: (name) => `L’environnement ${name} est créé par copie.`,
  created: (name) => `L’environnement ${name} est créé.`,
  nameHint:
    'Il ne peut plus être modifié ensuite. Le jeton d’un SDK dit quel environnement il lit.',
  type: 'Type',
  types: {
    development: 'développement',
    test: 'test',
    preproduction: 'préproduction',
    production: 'production',
  },
  state: 'Pour les nouveaux projets',
  on: 'oui',
  off: 'non',
  protected: 'protégé',
  projects: 'Projets',
  tokens: 'Jetons d’API',
  enabled: 'Fonctionnalités activées',
  turnOn: 'Ajouter aux nouveaux projets',
  turnOff: 'Laisser hors des nouveaux projets',
  turned: (name, on) =>
    on
      ? `Les nouveaux projets reçoivent de nouveau ${name}.`
      : `Les nouveaux projets ne reçoivent plus ${name}.`,
  up: (name) => `Monter : ${name}`,
  down: (name) => `Descendre : ${name}`,
  moveUp: 'Monter',
  moveDown: 'Descendre',
  moved: (name) => `${name} est déplacé.`,
  editTitle: (name) => `Modifier ${name}`,
  protectedHint: 'Un environnement protégé ne peut être ni modifié ni supprimé.',
  deleteTitle: (name) => `Supprimer ${name}`,
  deleteHint: 'Ses stratégies, états de fonctionnalités et jetons sont supprimés avec lui.',
  used: (projects) => counted(projects, 'projet', 'projets'),
  empty: 'Créez un environnement pour activer des fonctionnalités.',
};
