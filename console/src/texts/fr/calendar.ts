import { counted, momentText, number } from '../format.js';
import type * as en from '../calendar.js';

export const calendarTexts: typeof en.calendarTexts = {
  title: 'Planifications',
  intro:
    'Ce que les planifications et les demandes de modification feront dans tous les projets que vous pouvez voir.',
  views: 'Vues du calendrier',
  viewNames: { week: 'Semaine', month: 'Mois' },
  previous: 'Précédent',
  previousOf: { week: 'Précédent : la semaine', month: 'Précédent : le mois' },
  today: 'Aujourd’hui',
  next: 'Suivant',
  nextOf: { week: 'Suivant : la semaine', month: 'Suivant : le mois' },
  nothing: {
    week: 'Rien n’est planifié cette semaine. Planifiez une modification sur la page d’une fonctionnalité.',
    month:
      'Rien n’est planifié ce mois-ci. Planifiez une modification sur la page d’une fonctionnalité.',
  },
  more: (count) => `${number(count)} de plus`,
  truncated:
    'Seules les 100 premières planifications de cette période sont affichées. Choisissez une semaine.',
  applied: (environment) => `Demande de modification dans ${environment}`,
  conflict: 'conflit',
  problems: (count) =>
    `${counted(count, 'modification demande', 'modifications demandent')} une décision`,
  suspended: 'Elle est suspendue.',
  archived: (at) => `La fonctionnalité est archivée le ${momentText(at)}, avant cela.`,
  changedBefore: (at) =>
    `La même stratégie est modifiée le ${momentText(at)}, ce qui suspend cette modification.`,
  during: (words, until) => `Elle a lieu pendant « ${words} », qui finit le ${momentText(until)}.`,
  near: (words, at) => `« ${words} » a lieu le ${momentText(at)}, presque au même moment.`,
};
