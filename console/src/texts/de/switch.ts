import { counted, decimal, number } from '../format.js';
import type * as en from '../switch.js';

const state = (on: boolean): string => (on ? 'an' : 'aus');
const verb = (on: boolean): string => (on ? 'einschalten' : 'ausschalten');
const instances = (count: number): string => counted(count, 'SDK-Instanz', 'SDK-Instanzen');

export const switchTexts: typeof en.switchTexts = {
  title: (on, feature, environment) => `${feature} in ${environment} ${verb(on)}`,
  confirm: (on, environment) => `In ${environment} ${verb(on)}`,
  force: (environment) => `In ${environment} trotzdem ausschalten`,
  working: 'Wird geschaltet …',
  affected: 'Was das betrifft',
  loading: 'Wird gelesen, was das betrifft …',
  noPreview: 'Was das betrifft, lässt sich jetzt nicht lesen. Sie können trotzdem schalten.',
  needsApproval: 'Das braucht Genehmigungen. Sie können es Ihrem Änderungsantrag hinzufügen.',
  evaluations: 'Auswertungen in dieser und der vorigen Stunde',
  evaluationsOf: (yes, no) => `${number(yes)} an, ${number(no)} aus`,
  connections: 'Verbundene SDK-Instanzen',
  applications: 'Anwendungen, die es in 48 Stunden verwendet haben',
  dependents: (on) => (on ? 'Features, die davon abhängen' : 'Features, die dann auch aus sind'),
  none: 'keine',
  already: (on) => `Es ist schon ${state(on)}.`,
  lastChange: 'Letzte Änderung',
  by: (who) => `von ${who}`,
  reason: 'Grund',
  reasonHint: 'Nötig: Das Projekt schützt Features in Gebrauch. Er steht dann im Audit-Log.',
  guarded: 'Dieses Feature ist in Gebrauch',
  done: (on, feature, environment) => `${feature} ist in ${environment} ${state(on)}.`,
  delivered: (delivered, connected, seconds) =>
    connected === 0
      ? 'Keine SDK-Instanz ist verbunden. SDKs bekommen es, wenn sie sich verbinden.'
      : `${number(delivered)} von ${instances(connected)} haben es nach ${decimal(seconds, 1)} s.`,
  delivering: (delivered, connected) =>
    `${number(delivered)} von ${instances(connected)} haben es.`,
  unknownDelivery: 'Es ist geschaltet. Welche SDK-Instanzen es haben, ist im Moment nicht bekannt.',
  pending: 'Diese haben es noch nicht',
  polls: 'fragt ab',
  streams: 'streamt',
  lastFetched: 'letzte Anfrage',
  unnamed: 'Instanz ohne Namen',
  more: (count) => `und ${number(count)} weitere`,
  unconfirmed: (feature, environment) =>
    `${feature} in ${environment}: noch nicht bestätigt. Es kann noch geschaltet werden.`,
  failed: (feature, environment, why) =>
    `${feature} in ${environment} wurde nicht geschaltet. ${why}`,
  undo: 'Rückgängig',
  proposeUndo: 'Rückgängig machen vorschlagen',
  undone: (on, feature, environment) =>
    `Rückgängig gemacht: ${feature} ist in ${environment} wieder ${state(on)}.`,
  label: (feature, environment) => `${feature} in ${environment}`,
};
