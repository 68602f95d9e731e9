import { counted, number, percent } from '../format.js';
import type * as en from '../culprits.js';

const minutes = (value: number): string => counted(value, 'minute', 'minutes');
const REASONS: en.ReasonWords = {
  time: (value) => `Elle date de ${minutes(value)} avant.`,
  delivery: (value) => `Une instance isolée ne l’a servie que ${minutes(value)} avant.`,
  environment: (value) =>
    value === 1 ? 'Elle concerne la production.' : 'Elle ne concerne pas la production.',
  share: (value) => `Elle concerne jusqu’à ${percent(value)} des utilisateurs.`,
  dependants: (value) => `En dépend : ${counted(value, 'fonctionnalité', 'fonctionnalités')}.`,
  segment: (value) =>
    `Le segment sert en production à ${counted(value, 'fonctionnalité', 'fonctionnalités')}.`,
  usage: (value) =>
    value === 0
      ? 'Aucune utilisation n’est connue.'
      : `La fonctionnalité était évaluée environ ${number(value)} fois par heure.`,
  shift: (value) =>
    `La part des évaluations activées a changé de ${number(value)} points de pourcentage.`,
  undone: (value) => `Elle a été annulée après ${minutes(value)}.`,
};

export const culpritTexts: typeof en.culpritTexts = {
  intro:
    'Quand quelque chose s’est mal passé, ces modifications en sont les causes les plus probables : faites peu avant, pour beaucoup d’utilisateurs, suivies d’un changement d’utilisation.',
  noticed: 'Remarqué à',
  now: 'Maintenant, sauf si vous choisissez un moment passé.',
  search: 'Chercher',
  list: 'Causes probables, la plus probable d’abord',
  reason: ({ name, value }) => REASONS[name](value),
  why: 'Pourquoi',
  examined: (count, hasMore) =>
    `Les plus probables de ${hasMore ? 'ces dernières ' : ''}${counted(count, 'modification', 'modifications')} avant`,
  noneTitle: 'Rien n’a changé',
  none: 'Aucune modification des 24 heures précédentes n’a pu avoir d’effet. Choisissez un autre moment, ou tous les projets.',
};
