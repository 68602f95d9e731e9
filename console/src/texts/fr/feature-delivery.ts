import { counted, number } from '../format.js';
import type * as en from '../feature-delivery.js';

export const deliveryTexts: typeof en.deliveryTexts = {
  intro:
    'Quelles instances de SDK connectées ont la dernière modification, par environnement. Cette page se met à jour seule.',
  changed: 'Dernière modification',
  unknown: 'n’est plus connue',
  none: 'Aucune instance de SDK n’est connectée. Les SDK reçoivent la fonctionnalité en se connectant.',
  connect: 'Connecter un SDK',
  all: (count) =>
    count === 1
      ? 'L’instance de SDK connectée l’a.'
      : `Les ${number(count)} instances de SDK l’ont.`,
  some: (delivered, connected) =>
    `${number(delivered)} sur ${counted(connected, 'instance de SDK', 'instances de SDK')} l’ont.`,
  applicationsIn: (environment) => `Applications dans ${environment}`,
  application: 'Application',
  unnamed: 'application sans nom',
  has: 'Instances de SDK qui l’ont',
  share: (delivered, connected) => `${number(delivered)} sur ${number(connected)}`,
  state: 'État',
  done: 'l’a',
  waiting: 'pas encore partout',
  moreApplications: 'Il y a d’autres applications, qui ne sont pas listées.',
};
