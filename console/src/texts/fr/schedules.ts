import { counted } from '../format.js';
import type * as en from '../schedules.js';

export const scheduleTexts: typeof en.scheduleTexts = {
  heading: 'Modifications planifiées',
  add: 'Planifier une modification',
  addTitle: (feature) => `Planifier une modification de ${feature}`,
  editTitle: (feature) => `Modifier une planification de ${feature}`,
  edit: 'Modifier',
  editOf: (what) => `Modifier : ${what}`,
  added: 'La modification est planifiée.',
  changed: 'La planification est enregistrée.',
  empty: 'Rien n’est planifié',
  emptyOfFeature:
    'Planifiez une modification pour activer ou désactiver la fonctionnalité à un moment choisi, une fois ou plusieurs, ou pour modifier ses stratégies.',
  what: 'Quoi',
  feature: 'Fonctionnalité',
  environment: 'Environnement',
  when: 'Quand',
  repeats: 'Répétition',
  state: 'État',
  by: 'Planifiée par',
  actions: {
    on: 'Activer',
    off: 'Désactiver',
    archive: 'Archiver',
    addStrategy: 'Ajouter une stratégie',
    updateStrategy: 'Modifier une stratégie',
    deleteStrategy: 'Supprimer une stratégie',
  },
  inEnvironment: (action, environment) => `${action} dans ${environment}`,
  next: (action) => `Ensuite : ${action.toLowerCase()}`,
  states: {
    pending: 'Planifiée',
    suspended: 'Suspendue',
  },
  planned: 'Modifications planifiées',
  nothingPlanned: 'aucune',
  morePlanned: (count) => `et ${count} de plus`,
  requests: 'Demandes de modification planifiées',
  requestIn: (project, environment) => `${environment} de ${project}`,
  requestNumber: (id) => `Demande de modification n° ${id}`,
  plannedChange: (what, feature, environment) => `${what} : ${feature} dans ${environment}`,
  action: 'Modification',
  at: 'Moment',
  atHint: 'Dans votre fuseau horaire.',
  inUtc: (time) => `${time} UTC`,
  repeat: 'Répéter',
  rules: {
    '': 'Une fois',
    'FREQ=DAILY': 'Chaque jour',
    'FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR': 'Les jours ouvrés',
    'FREQ=WEEKLY': 'Chaque semaine',
    'FREQ=MONTHLY': 'Chaque mois',
  },
  reverse: 'Revenir en arrière après',
  reverseHint: 'En minutes. Vide : elle garde son nouvel état.',
  inZone: (timeZone) => `Se répète à cette heure dans le fuseau horaire ${timeZone}.`,
  whenLate: 'Si le service ne tourne pas alors',
  late: { run: 'Faire la modification dès qu’il tourne', skip: 'Sauter la modification' },
  reason: 'Motif',
  reasonHint:
    'Exigé là où les modifications demandent une approbation, ou si le projet garde les fonctionnalités en usage. Il est consigné dans le journal d’audit.',
  strategy: 'Stratégie',
  chooseStrategy: 'Choisissez une stratégie',
  conflictHint:
    'Si quelqu’un modifie la stratégie d’ici là, la modification planifiée est suspendue.',
  noStrategies: (environment) =>
    `La fonctionnalité n’a dans ${environment} aucune stratégie modifiable seule.`,
  forMinutes: (minutes) =>
    minutes % 60 === 0
      ? `pendant ${counted(minutes / 60, 'heure', 'heures')}`
      : `pendant ${counted(minutes, 'minute', 'minutes')}`,
  remove: 'Retirer',
  removeOf: (what) => `Retirer : ${what}`,
  removeTitle: 'Retirer la modification planifiée',
  removeHint: (what) => `Cette modification n’aura pas lieu : ${what}.`,
  removed: 'La modification n’est plus planifiée.',
};
