import { counted } from '../format.js';
import type * as en from '../culprits.js';

export const culpritTexts: typeof en.culpritTexts = {
  intro:
    'Quand quelque chose s’est mal passé, ces modifications en sont les causes les plus probables : faites peu avant, pour beaucoup d’utilisateurs, suivies d’un changement d’utilisation.',
  noticed: 'Remarqué à',
  now: 'Maintenant, sauf si vous choisissez un moment passé.',
  search: 'Chercher',
  list: 'Causes probables, la plus probable d’abord',
  why: 'Pourquoi',
  examined: (count, hasMore) =>
    `Les plus probables de ${hasMore ? 'ces dernières ' : ''}${counted(count, 'modification', 'modifications')} avant`,
  noneTitle: 'Rien n’a changé',
  none: 'Aucune modification des 24 heures précédentes n’a pu avoir d’effet. Choisissez un autre moment, ou tous les projets.',
};
