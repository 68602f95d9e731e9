import type * as en from '../proposals.js';

export const proposalTexts: typeof en.proposalTexts = {
  required: 'Das braucht Genehmigungen',
  hint: 'Nichts wurde geändert. Die Änderung dem Änderungsantrag hinzufügen und dort zur Prüfung senden.',
  propose: 'Dem Änderungsantrag hinzufügen',
  proposed: (environment) =>
    `Ihrem Änderungsantrag in ${environment} hinzugefügt. Zur Prüfung senden, wenn er fertig ist.`,
  show: 'Anzeigen',
  emergency: (environment) =>
    `${environment} verlangt Genehmigungen. Im Notfall das Feature sofort ausschalten und einen ` +
    'Grund angeben. Das Einschalten braucht wieder Genehmigungen.',
  requiresIn: (environment) => `${environment} verlangt Genehmigungen.`,
  reasonHint: 'Er steht dann im Audit-Log und in Nachrichten der Integrationen.',
  atOnce: (environment) => `In ${environment} sofort ausschalten`,
};
