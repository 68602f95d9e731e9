import { counted, number } from '../format.js';
import type * as en from '../feature-usage.js';

export const featureUsageTexts: typeof en.featureUsageTexts = {
  hours: 'Période',
  period: (hours) =>
    hours < 48 ? counted(hours, 'heure', 'heures') : counted(hours / 24, 'jour', 'jours'),
  environment: 'Environnement',
  application: 'Application',
  all: 'Toutes',
  emptyTitle: 'Personne n’a utilisé cette fonctionnalité pendant cette période',
  empty:
    'Les SDK signalent en une minute environ combien de fois ils l’ont évaluée. Choisissez une période plus longue, ou vérifiez qu’une application la demande.',
  noneTitle: 'Aucune évaluation ne correspond',
  none: 'Choisissez un autre environnement, une autre application ou une période plus longue.',
  chart: (yes, no) => `Évaluations par heure : ${number(yes)} oui, ${number(no)} non`,
  changes: 'Les dernières modifications de la fonctionnalité pendant ce temps',
  on: 'oui',
  off: 'non',
  total: (yes, no) => `${number(yes)} oui, ${number(no)} non`,
  table: 'Évaluations par application et environnement',
  share: 'Part de oui',
};
