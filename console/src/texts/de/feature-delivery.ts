import { counted, number } from '../format.js';
import type * as en from '../feature-delivery.js';

export const deliveryTexts: typeof en.deliveryTexts = {
  intro:
    'Welche verbundenen SDK-Instanzen die letzte Änderung haben, nach Umgebung. Diese Seite aktualisiert sich selbst.',
  changed: 'Letzte Änderung',
  unknown: 'nicht mehr bekannt',
  none: 'Keine SDK-Instanz ist verbunden. SDKs bekommen das Feature, wenn sie sich verbinden.',
  connect: 'SDK verbinden',
  all: (count) =>
    count === 1
      ? 'Die verbundene SDK-Instanz hat sie.'
      : `Alle ${number(count)} SDK-Instanzen haben sie.`,
  some: (delivered, connected) =>
    `${number(delivered)} von ${counted(connected, 'SDK-Instanz', 'SDK-Instanzen')} haben sie.`,
  applicationsIn: (environment) => `Anwendungen in ${environment}`,
  application: 'Anwendung',
  unnamed: 'Anwendung ohne Namen',
  has: 'SDK-Instanzen, die sie haben',
  share: (delivered, connected) => `${number(delivered)} von ${number(connected)}`,
  state: 'Zustand',
  done: 'hat sie',
  waiting: 'noch nicht überall',
  moreApplications: 'Es gibt weitere Anwendungen, die hier nicht stehen.',
};
