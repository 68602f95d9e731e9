import { number } from '../format.js';
import type * as en from '../edges.js';

export const edgeTexts: typeof en.edgeTexts = {
  title: 'Edges',
  intro:
    'Processus d’Unleash Edge qui rendent compte à ce service. Le dernier compte rendu de chacun est gardé une semaine.',
  list: 'Liste des edges',
  emptyTitle: 'Aucun edge n’a rendu compte',
  empty: 'Un Edge connecté avec un jeton d’API de ce service apparaît ici quand il rend compte.',
  process: 'Processus',
  version: 'Version',
  environment: 'Environnement',
  place: 'Tourne dans',
  upstream: (identifier) => `derrière ${identifier}`,
  streams: 'Flux',
  requests: 'Requêtes',
  requestsOf: (get, post) => `${number(get)} GET, ${number(post)} POST`,
  denied: (count) => `${number(count)} refusées`,
  reported: 'Dernier compte rendu',
  started: 'Démarré',
};
