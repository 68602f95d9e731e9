import { counted, decimal, number } from '../format.js';
import type * as en from '../switch.js';

const state = (on: boolean): string => (on ? 'activée' : 'désactivée');
const verb = (on: boolean): string => (on ? 'Activer' : 'Désactiver');
const instances = (count: number): string => counted(count, 'instance de SDK', 'instances de SDK');

export const switchTexts: typeof en.switchTexts = {
  title: (on, feature, environment) => `${verb(on)} ${feature} dans ${environment}`,
  confirm: (on, environment) => `${verb(on)} dans ${environment}`,
  force: (environment) => `Désactiver quand même dans ${environment}`,
  working: 'En cours…',
  affected: 'Ce que cela touche',
  loading: 'Lecture de ce que cela touche…',
  noPreview: 'Ce que cela touche ne peut pas être lu maintenant. Vous pouvez continuer quand même.',
  needsApproval:
    'Cela exige des approbations. Vous pouvez l’ajouter à votre demande de modification.',
  evaluations: 'Évaluations de l’heure en cours et de la précédente',
  evaluationsOf: (yes, no) => `${number(yes)} oui, ${number(no)} non`,
  connections: 'Instances de SDK connectées',
  applications: 'Applications qui l’ont utilisée en 48 heures',
  dependents: (on) =>
    on ? 'Fonctionnalités qui en dépendent' : 'Fonctionnalités qui seraient désactivées aussi',
  none: 'aucune',
  already: (on) => `Elle est déjà ${state(on)}.`,
  lastChange: 'Dernière modification',
  by: (who) => `par ${who}`,
  reason: 'Motif',
  reasonHint:
    'Exigé : le projet garde les fonctionnalités en usage. Il est consigné dans le journal d’audit.',
  guarded: 'Cette fonctionnalité est en usage',
  done: (on, feature, environment) => `${feature} est ${state(on)} dans ${environment}.`,
  delivered: (delivered, connected, seconds) =>
    connected === 0
      ? 'Aucune instance de SDK n’est connectée. Les SDK le reçoivent en se connectant.'
      : `${number(delivered)} sur ${instances(connected)} l’ont après ${decimal(seconds, 1)} s.`,
  delivering: (delivered, connected) => `${number(delivered)} sur ${instances(connected)} l’ont.`,
  unknownDelivery: 'C’est fait. On ignore pour le moment quelles instances de SDK l’ont.',
  pending: 'Celles-ci ne l’ont pas encore',
  polls: 'interroge',
  streams: 'en flux',
  lastFetched: 'dernière requête',
  unnamed: 'instance sans nom',
  more: (count) => `et ${number(count)} de plus`,
  unconfirmed: (feature, environment) =>
    `${feature} dans ${environment} : pas encore confirmé. Le changement peut encore se faire.`,
  failed: (feature, environment, why) =>
    `${feature} dans ${environment} n’a pas changé d’état. ${why}`,
  undo: 'Annuler',
  proposeUndo: 'Proposer de l’annuler',
  undone: (on, feature, environment) =>
    `Annulé : ${feature} est de nouveau ${state(on)} dans ${environment}.`,
  label: (feature, environment) => `${feature} dans ${environment}`,
};
