import type { MailTexts } from '../mail-texts.js';
import { dayText } from '../moments.js';

/** French. */
export const TEXTS: MailTexts = {
  language: 'fr',
  greeting: (name) => (name ? `Bonjour ${name},` : 'Bonjour,'),
  colon: ' :',
  invitation: {
    subject: 'Votre compte pour gérer les feature flags',
    before: (url) =>
      `Un compte a été créé pour vous sur ${url}. Choisissez un mot de passe pour commencer.`,
    action: 'Choisir un mot de passe',
    after:
      'Le lien marche une fois, pendant un jour. S’il a expiré, demandez-en un nouveau à la ' +
      'personne qui vous a invité.',
  },
  passwordLink: {
    subject: 'Choisir un nouveau mot de passe',
    before: (url) =>
      `Quelqu’un, sans doute vous, a demandé un nouveau mot de passe pour votre compte sur ${url}.`,
    action: 'Choisir un nouveau mot de passe',
    after:
      'Le lien marche une fois, pendant un jour. Si vous ne l’avez pas demandé, ignorez cet ' +
      'e-mail ; votre mot de passe reste le même.',
  },
  passwordChanged: {
    subject: 'Votre mot de passe a été modifié',
    before: (url) =>
      `Le mot de passe de votre compte sur ${url} a été modifié, ` +
      'et toutes vos sessions sont terminées.',
    warning: 'Si ce n’était pas vous, prévenez aussitôt un administrateur.',
  },
  suspended: {
    subject: 'Une modification planifiée n’a pas eu lieu',
    actions: {
      on: 'Activer',
      off: 'Désactiver',
      archive: 'Archiver',
      addStrategy: 'Ajouter une stratégie',
      updateStrategy: 'Modifier une stratégie',
      deleteStrategy: 'Supprimer une stratégie',
    },
    schedule: ({ id, action, feature, environment }) =>
      `La modification « ${action} » de la fonctionnalité « ${feature} » dans l’environnement ` +
      `« ${environment} », planification ${id}, n’a pas eu lieu.`,
    changeRequest: (id, environment) =>
      `La demande de modification ${id} dans l’environnement « ${environment} » ` +
      'n’a pas été appliquée.',
    action: 'Voir',
    after: 'C’est suspendu jusqu’à ce que quelqu’un choisisse un autre moment.',
  },
  notifications: {
    subject: (count) =>
      `${count === 1 ? '1 notification' : `${count} notifications`} sur les feature flags`,
    before: 'Ceci s’est passé et peut vous concerner.',
    action: 'Toutes les notifications',
    more: (count) =>
      count === 1 ? '1 autre n’est pas listée ici.' : `${count} autres ne sont pas listées ici.`,
    after: 'Sur la même page, vous choisissez de quoi vous recevez des e-mails, et quand.',
    headings: {
      review: 'Revues qui vous attendent',
      access: 'Demandes d’accès, et décisions sur les vôtres',
      failure: 'Modifications planifiées qui n’ont pas eu lieu',
      safeguard: 'Garde-fous déclenchés',
      token: 'Vos jetons personnels qui expirent',
      stale: 'Fonctionnalités devenues obsolètes',
    },
    untitled: (id) => `Demande de modification ${id}`,
    review: (title) => `« ${title} » attend votre revue.`,
    wish: ({ user, role, project, reason, isEmergency }) =>
      `${isEmergency ? 'Urgence : ' : ''}${user} demande le rôle ${role} ` +
      `dans ${project} : ${reason}`,
    decision: (role, project, isGiven) =>
      isGiven
        ? `Vous avez reçu le rôle ${role} dans ${project} pour un temps.`
        : `Votre demande du rôle ${role} dans ${project} est refusée.`,
    token: (name, expiresAt) =>
      `Votre jeton personnel ${name} expire le ${dayText(expiresAt, 'fr')}.`,
  },
};
