import { number } from '../format.js';
import type * as en from '../home.js';

export const homeTexts: typeof en.homeTexts = {
  title: 'Accueil',
  followed: 'Fonctionnalités que vous suivez',
  noFollowed:
    'Marquez une fonctionnalité avec l’étoile, et son interrupteur de production sera ici.',
  waiting: 'En attente de vous',
  nothingWaits:
    'Aucune revue, aucun brouillon et aucune planification des sept prochains jours ne vous attend.',
  review: 'Revue',
  own: (state) => `De vous : ${state}`,
  allReviews: 'Toutes les demandes de modification',
  allSchedules: 'Toutes les planifications',
  attention: 'Demande votre attention',
  nothingFails: 'Rien n’a échoué ces sept derniers jours.',
  integrationFails: 'La dernière livraison a échoué',
  drillFails: 'L’exercice du kill switch a échoué',
  stale: 'Fonctionnalités obsolètes',
  lastSeen: 'Dernière utilisation',
  noStale: 'Aucune fonctionnalité n’est obsolète.',
  allStale: (count) =>
    count === 1 ? 'La fonctionnalité obsolète' : `Les ${number(count)} fonctionnalités obsolètes`,
  changed: 'Modifié aujourd’hui',
  nothingChanged: 'Personne n’a rien modifié aujourd’hui.',
  allChanges: 'Tous les événements du jour',
  tokenExpires: 'Votre jeton personnel expire',
  tokenExpired: 'Votre jeton personnel a expiré',
};
