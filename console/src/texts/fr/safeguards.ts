import { number } from '../format.js';
import type * as en from '../safeguards.js';

export const featureSafeguardTexts: typeof en.featureSafeguardTexts = {
  heading: 'Garde-fous',
  intro:
    'Un garde-fou surveille une métrique. Quand elle franchit la limite, la fonctionnalité est désactivée dans l’environnement, une fois.',
  in: (environment) => `Garde-fous dans ${environment}`,
  none: 'Aucun',
  add: 'Ajouter un garde-fou',
  addTo: (environment) => `Ajouter un garde-fou dans ${environment}`,
  added: 'Le garde-fou est défini.',
  replaces: 'S’il y a un garde-fou sur la même métrique, celui-ci le remplace.',
  operator: 'Désactiver si c’est',
  forMinutes: 'Pendant combien de minutes',
  forMinutesHint:
    'Les vérifications, toutes les 10 secondes, doivent trouver la limite franchie aussi longtemps. 0 : une fois.',
  sentence: (what, range, limit) => `Désactive si ${what}, période « ${range} », vaut ${limit}.`,
  ofQuery: (query, limit) => `Désactive si le résultat de ${query} vaut ${limit}.`,
  problem: (problem) => `Ne peut pas agir : ${problem}`,
  forSo: (minutes) => `Pendant ${number(minutes)} minutes.`,
  off: 'Au repos tant que la fonctionnalité est désactivée',
  watching: 'Surveille',
  crossed: 'La limite est franchie depuis',
  triggered: (value) => `A désactivé la fonctionnalité, à ${value}`,
  again: 'Surveiller de nouveau',
  againOf: (safeguard) => `Surveiller de nouveau : ${safeguard}`,
  watchesAgain: 'Le garde-fou surveille de nouveau.',
  remove: 'Retirer',
  removeOf: (safeguard) => `Retirer le garde-fou : ${safeguard}`,
  removeTitle: 'Retirer le garde-fou',
  removed: 'Le garde-fou est retiré.',
  tryOut: 'L’essayer sur les dernières 24 heures',
  wouldHave: 'Il aurait désactivé la fonctionnalité :',
  wouldNotHave: 'Il n’aurait pas désactivé la fonctionnalité.',
  farthest: (value) => `Le nombre le plus proche de la limite était ${value}.`,
  unknown: 'Il y a trop peu d’utilisation pour la comparer à une limite.',
};
