import type * as en from '../notifications.js';

export const notificationTexts: typeof en.notificationTexts = {
  title: 'Notifications',
  intro: 'Ce qui s’est passé ces deux dernières semaines et peut vous concerner.',
  isNew: 'nouveau',
  markSeen: 'Tout marquer comme vu',
  empty: 'Rien à voir',
  emptyHint:
    'Les revues qui vous attendent, et ce qui échoue, expire ou devient obsolète, sont listés ici.',
  kindsTitle: 'M’avertir de',
  kinds: {
    review: 'Revues qui m’attendent',
    failure: 'Modifications planifiées qui n’ont pas eu lieu',
    safeguard: 'Garde-fous déclenchés',
    token: 'Mes jetons personnels qui expirent',
    stale: 'Fonctionnalités devenues obsolètes',
    access: 'Demandes d’accès, et décisions sur les miennes',
  },
  channels: { console: 'Ici', mail: 'Par e-mail' },
  by: (kind, channel) => `${kind} : ${channel.toLowerCase()}`,
  rhythm: 'Les e-mails arrivent',
  rhythms: {
    soon: 'en quelques minutes',
    daily: 'une fois par jour, à 7:00 UTC',
    weekly: 'une fois par semaine, le lundi à 7:00 UTC',
  },
  noMail: 'Les e-mails demandent une adresse dans votre compte, et un serveur d’e-mail du service.',
  review: (title) => `« ${title} » attend votre revue.`,
  token: (name) => `Votre jeton personnel ${name} expire bientôt ou a expiré.`,
  most: 'Seuls les 50 derniers événements sont listés.',
  wish: (of) =>
    `${of.isEmergency ? 'Urgence : ' : ''}${of.user} demande le rôle ${of.role} dans ` +
    `${of.project} : ${of.reason}`,
  decided: (role, project, isGiven) =>
    isGiven
      ? `Vous avez reçu le rôle ${role} dans ${project} pour un temps.`
      : `Votre demande du rôle ${role} dans ${project} est refusée.`,
};
