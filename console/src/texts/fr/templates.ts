import { counted } from '../format.js';
import type * as en from '../templates.js';

export const templateTexts: typeof en.templateTexts = {
  title: 'Modèles',
  intro: 'Features et projets d’après lesquels en faire d’autres.',
  create: 'Nouveau modèle',
  emptyTitle: 'Il n’y a pas de modèles',
  empty: 'Faites-en un d’une fonctionnalité ou d’un projet comme les autres doivent être.',
  makes: 'Donne',
  feature: 'une fonctionnalité',
  project: (features) => `un projet avec ${counted(features, 'fonctionnalité', 'fonctionnalités')}`,
  none: 'aucun',
  parameters: 'Paramètres',
  parametersHint:
    'Des textes qui changent chaque fois : là où le texte apparaît, il est remplacé par le choix.',
  parameter: 'Paramètre',
  preset: 'Son texte ici',
  addParameter: 'Ajouter un paramètre',
  removeParameter: (row) => `Enlever le paramètre ${row}`,
  fromProject: 'Projet',
  fromFeature: 'Fonctionnalité',
  fromFeatureHint: 'Son nom. Vide : tout le projet avec ses fonctionnalités.',
  use: 'Utiliser',
  useOf: (name) => `Utiliser le modèle ${name}`,
  used: (name) => `Fait d’après le modèle ${name}.`,
  newId: 'Id du nouveau projet',
  newProject: 'Nom du nouveau projet',
  newFeature: 'Nom de la nouvelle fonctionnalité',
  inProject: 'Dans quel projet',
  deleteTitle: (name) => `Supprimer le modèle ${name}`,
  deleteHint: 'Ce qui a été fait d’après lui reste.',
};
