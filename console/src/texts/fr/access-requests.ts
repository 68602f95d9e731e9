import { counted } from '../format.js';
import type * as en from '../access-requests.js';

const HOUR = 60;
const DAY = 1_440;

export const accessRequestTexts: typeof en.accessRequestTexts = {
  title: 'Demandes d’accès',
  intro: 'Rôles dans des projets dont quelqu’un a besoin pour un temps. Ils finissent d’eux-mêmes.',
  ask: 'Demander un accès',
  wasAsked: 'C’est demandé. Ceux qui peuvent donner le rôle sont avertis.',
  waiting: 'En attente de votre décision',
  own: 'Vos demandes',
  ofProject: 'Accès pour un temps',
  emptyTitle: 'Vous n’avez rien demandé',
  empty: 'Demandez un rôle dans un projet, pour le temps qu’il vous faut.',
  who: 'Personne',
  project: 'Projet',
  role: 'Rôle',
  environment: 'Environnement',
  environmentHint: 'Dans un environnement, seules y valent les autorisations du rôle.',
  wholeRole: 'Le rôle entier',
  onlyIn: (environment) => `Seulement ses autorisations dans ${environment}.`,
  time: 'Pour combien de temps',
  forTime: (minutes) =>
    minutes % DAY === 0
      ? counted(minutes / DAY, 'jour', 'jours')
      : minutes % HOUR === 0
        ? counted(minutes / HOUR, 'heure', 'heures')
        : counted(minutes, 'minute', 'minutes'),
  minutes: 'En minutes',
  minutesAsked: (minutes) => `Au plus ${minutes}, comme demandé.`,
  reason: 'Motif',
  isEmergency: 'C’est une urgence',
  emergency: 'Urgence',
  state: 'État',
  asked: 'Demandé',
  states: {
    open: 'Attend une décision',
    active: 'Valable jusqu’au',
    denied: 'Refusée',
    withdrawn: 'Retirée',
    ended: 'Terminée',
  },
  by: (name) => `par ${name}`,
  said: (name, comment) => `${name} : ${comment}`,
  about: (user, role) => `${role} pour ${user}`,
  approve: 'Approuver',
  approveTitle: (user, role) => `Donner à ${user} le rôle ${role} pour un temps`,
  approved: (user) => `${user} a maintenant le rôle.`,
  deny: 'Refuser',
  denyTitle: (user, role) => `Refuser à ${user} le rôle ${role}`,
  denied: (user) => `La demande de ${user} est refusée.`,
  comment: 'Commentaire',
  withdraw: 'Retirer',
  withdrawHint: 'Personne n’en décidera. Vous pouvez demander de nouveau.',
  giveBack: 'Rendre',
  end: 'Mettre fin',
  endHint: 'Le rôle prend fin aussitôt.',
  over: 'C’est terminé.',
};
