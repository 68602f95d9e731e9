import { counted } from '../format.js';
import type * as en from '../access-requests.js';

const HOUR = 60;
const DAY = 1_440;

export const accessRequestTexts: typeof en.accessRequestTexts = {
  title: 'Zugriffsanfragen',
  intro: 'Rollen in Projekten, die jemand für eine Zeit braucht. Sie enden von selbst.',
  ask: 'Zugriff anfragen',
  wasAsked: 'Angefragt. Wer die Rolle vergeben darf, wird benachrichtigt.',
  waiting: 'Wartet auf Ihre Entscheidung',
  own: 'Ihre Anfragen',
  ofProject: 'Zugriff auf Zeit',
  emptyTitle: 'Sie haben nichts angefragt',
  empty: 'Fragen Sie eine Rolle in einem Projekt an, so lange, wie Sie sie brauchen.',
  who: 'Person',
  project: 'Projekt',
  role: 'Rolle',
  environment: 'Umgebung',
  environmentHint: 'In einer Umgebung gelten nur die Berechtigungen der Rolle dort.',
  wholeRole: 'Die ganze Rolle',
  onlyIn: (environment) => `Nur ihre Berechtigungen in ${environment}.`,
  time: 'Wie lange',
  forTime: (minutes) =>
    minutes % DAY === 0
      ? counted(minutes / DAY, 'Tag', 'Tage')
      : minutes % HOUR === 0
        ? counted(minutes / HOUR, 'Stunde', 'Stunden')
        : counted(minutes, 'Minute', 'Minuten'),
  minutes: 'Minuten',
  minutesAsked: (minutes) => `Höchstens ${minutes}, so viele sind angefragt.`,
  reason: 'Grund',
  isEmergency: 'Es ist ein Notfall',
  emergency: 'Notfall',
  state: 'Stand',
  asked: 'Angefragt',
  states: {
    open: 'Wartet auf eine Entscheidung',
    active: 'Gilt bis',
    denied: 'Abgelehnt',
    withdrawn: 'Zurückgezogen',
    ended: 'Beendet',
  },
  by: (name) => `von ${name}`,
  said: (name, comment) => `${name}: ${comment}`,
  about: (user, role) => `${role} für ${user}`,
  approve: 'Genehmigen',
  approveTitle: (user, role) => `${user} die Rolle ${role} auf Zeit geben`,
  approved: (user) => `${user} hat die Rolle jetzt.`,
  deny: 'Ablehnen',
  denyTitle: (user, role) => `${user} die Rolle ${role} nicht geben`,
  denied: (user) => `Die Anfrage von ${user} ist abgelehnt.`,
  comment: 'Kommentar',
  withdraw: 'Zurückziehen',
  withdrawHint: 'Niemand entscheidet dann darüber. Sie können wieder anfragen.',
  giveBack: 'Zurückgeben',
  end: 'Beenden',
  endHint: 'Die Rolle endet sofort.',
  over: 'Es ist beendet.',
};
