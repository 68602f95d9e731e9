import type * as en from '../proposals.js';

export const proposalTexts: typeof en.proposalTexts = {
  required: 'Cela exige des approbations',
  hint: 'Rien n’a été modifié. Ajoutez la modification à votre demande, et envoyez-la en revue de là.',
  propose: 'Ajouter à votre demande de modification',
  proposed: (environment) =>
    `Ajouté à votre demande dans ${environment}. Envoyez-la en revue quand elle est complète.`,
  show: 'L’afficher',
  emergency: (environment) =>
    `${environment} exige des approbations. En cas d’urgence, désactivez la fonctionnalité ` +
    'aussitôt et donnez un motif. La réactiver demandera des approbations.',
  requiresIn: (environment) => `${environment} exige des approbations.`,
  reasonHint:
    'Il est consigné dans le journal d’audit, et figure dans les messages des intégrations.',
  atOnce: (environment) => `Désactiver tout de suite dans ${environment}`,
};
