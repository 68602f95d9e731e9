import { counted } from '../format.js';
import type * as en from '../bulk.js';

const features = (count: number): string => counted(count, 'Feature', 'Features');

export const bulkTexts: typeof en.bulkTexts = {
  bar: 'Ausgewählte Features',
  selected: (count) => `${features(count)} ausgewählt`,
  environment: 'Umgebung',
  turnOn: 'Einschalten',
  turnOff: 'Ausschalten',
  archive: 'Archivieren',
  revive: 'Wiederherstellen',
  tag: 'Tag hinzufügen',
  untag: 'Tag entfernen',
  clear: 'Auswahl aufheben',
  titles: {
    on: (count, environment) => `${features(count)} in ${environment} einschalten`,
    off: (count, environment) => `${features(count)} in ${environment} ausschalten`,
    archive: (count) => `${features(count)} archivieren`,
    revive: (count) => `${features(count)} wiederherstellen`,
    tag: (count) => `Tag zu ${counted(count, 'Feature', 'Features')} hinzufügen`,
    untag: (count) => `Tag von ${counted(count, 'Feature', 'Features')} entfernen`,
  },
  done: (count) => `${features(count)} geändert.`,
  undone: (projects) => `In ${counted(projects, 'Projekt', 'Projekten')} rückgängig gemacht.`,
  failedIn: (project, why) => `${project}: Nichts wurde geändert. ${why}`,
  parts: 'Was aus den Features wird',
  reading: 'Wirkung wird gelesen …',
  already: {
    on: 'schon an',
    off: 'schon aus',
    archive: 'schon archiviert',
    revive: 'nicht archiviert',
    tag: 'hat das Tag schon',
    untag: 'hat das Tag nicht',
  },
  will: {
    on: 'wird eingeschaltet',
    off: 'wird ausgeschaltet',
    archive: 'wird archiviert',
    revive: 'wird wiederhergestellt',
    tag: 'bekommt das Tag',
    untag: 'verliert das Tag',
  },
  has: {
    on: 'eingeschaltet',
    off: 'ausgeschaltet',
    archive: 'archiviert',
    revive: 'wiederhergestellt',
    tag: 'hat das Tag',
    untag: 'hat das Tag verloren',
  },
  states: {
    approval: 'braucht Genehmigungen',
    guarded: 'braucht einen Grund',
    refused: 'abgelehnt: Nichts wurde geändert',
    proposed: 'ist im Änderungsantrag',
  },
  removedTag: 'Tag',
  removedTagHint: 'Features, denen es fehlt, bleiben, wie sie sind.',
  noTags: 'Keines dieser Features hat ein Tag.',
  tagType: 'Tag-Typ',
  tagValue: 'Wert',
  reviveHint: 'Wiederhergestellte Features sind in allen Umgebungen aus.',
  archiveHint: 'SDKs bekommen archivierte Features nicht mehr. Sie lassen sich wiederherstellen.',
  approvalHint:
    'Was Genehmigungen braucht, dem Änderungsantrag hinzufügen und dort zur Prüfung senden.',
  reason: 'Grund',
  emergencyHint:
    'Im Notfall schaltet ein Grund auch sofort aus, was Genehmigungen braucht. Er steht dann im Audit-Log.',
  reasonHint: 'Der Wächter eines Projekts verlangt ihn. Er steht dann im Audit-Log.',
};
