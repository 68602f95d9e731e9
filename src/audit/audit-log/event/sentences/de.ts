import type { EventWords, TranslatedSentences } from '../event-words.js';
import { GERMAN_ACCESS } from './de-access.js';
import { GERMAN_PLANNED } from './de-planned.js';

const FEATURE = 'das Feature {feature} im Projekt {project}';
const OF_FEATURE = 'des Features {feature} im Projekt {project}';
const TO_FEATURE = 'dem Feature {feature} im Projekt {project}';
const PLACE = 'in der Umgebung {environment} des Projekts {project}';

const SENTENCES: TranslatedSentences = {
  ...GERMAN_ACCESS,
  ...GERMAN_PLANNED,
  'feature-created': ['Feature erstellt', `hat ${FEATURE} erstellt`],
  'feature-metadata-updated': [
    'Angaben zum Feature geändert',
    'hat die Angaben zum Feature {feature} im Projekt {project} geändert',
  ],
  'feature-archived': ['Feature archiviert', `hat ${FEATURE} archiviert`],
  'feature-revived': ['Feature wiederhergestellt', `hat ${FEATURE} wiederhergestellt`],
  'feature-deleted': [
    'Feature gelöscht',
    'hat das Feature {feature} endgültig aus dem Projekt {project} gelöscht',
  ],
  'feature-stale-on': ['Feature als veraltet markiert', `hat ${FEATURE} als veraltet markiert`],
  'feature-stale-off': [
    'Feature nicht mehr veraltet',
    `hat ${FEATURE} als nicht mehr veraltet markiert`,
  ],
  'feature-potentially-stale-on': [
    'Feature möglicherweise veraltet',
    `hat ${FEATURE} als möglicherweise veraltet markiert`,
  ],
  'feature-completed': ['Feature abgeschlossen', `hat ${FEATURE} als abgeschlossen markiert`],
  'feature-uncompleted': [
    'Feature wieder geöffnet',
    `hat den Abschluss ${OF_FEATURE} rückgängig gemacht`,
  ],
  'feature-project-change': [
    'Feature in ein anderes Projekt verschoben',
    'hat das Feature {feature} in das Projekt {project} verschoben',
  ],
  'feature-type-updated': ['Feature-Typ geändert', 'hat den Feature-Typ {name} geändert'],
  'feature-dependency-added': [
    'Abhängigkeit hinzugefügt',
    `hat ${TO_FEATURE} eine Abhängigkeit hinzugefügt`,
  ],
  'feature-dependency-removed': [
    'Abhängigkeit entfernt',
    `hat eine Abhängigkeit ${OF_FEATURE} entfernt`,
  ],
  'feature-dependencies-removed': [
    'Abhängigkeiten entfernt',
    `hat alle Abhängigkeiten ${OF_FEATURE} entfernt`,
  ],
  'feature-safeguard-set': [
    'Schutzregel festgelegt',
    `hat eine Schutzregel für das Feature {feature} ${PLACE} festgelegt`,
  ],
  'feature-safeguard-removed': [
    'Schutzregel entfernt',
    `hat eine Schutzregel des Features {feature} ${PLACE} entfernt`,
  ],
  'feature-safeguard-triggered': [
    'Schutzregel ausgelöst',
    `hat das Feature {feature} ${PLACE} ausgeschaltet, weil eine Schutzregel ausgelöst wurde: ` +
      '{reason}',
  ],
  'signal-created': ['Signal erstellt', 'hat das Signal {name} des Projekts {project} erstellt'],
  'signal-deleted': ['Signal gelöscht', 'hat das Signal {name} des Projekts {project} gelöscht'],
  'signal-received': [
    'Signal empfangen',
    'hat das Signal {name} gesendet, das Features des Projekts {project} ausschaltet',
  ],
  'emergency-link-created': [
    'Notfall-Link erstellt',
    `hat den Notfall-Link {emergencyLinkId} zum Ausschalten von {target} ${PLACE} erstellt`,
  ],
  'emergency-link-revoked': [
    'Notfall-Link widerrufen',
    `hat den Notfall-Link {emergencyLinkId} zum Ausschalten von {target} ${PLACE} widerrufen`,
  ],
  'feature-environment-enabled': [
    'Feature eingeschaltet',
    `hat das Feature {feature} ${PLACE} eingeschaltet`,
  ],
  'feature-environment-disabled': [
    'Feature ausgeschaltet',
    `hat das Feature {feature} ${PLACE} ausgeschaltet`,
  ],
  'feature-environment-variants-updated': [
    'Varianten geändert',
    `hat die Varianten des Features {feature} ${PLACE} geändert`,
  ],
  'feature-strategy-add': [
    'Strategie hinzugefügt',
    `hat dem Feature {feature} ${PLACE} die Strategie {name} hinzugefügt`,
  ],
  'feature-strategy-update': [
    'Strategie geändert',
    `hat die Strategie {name} des Features {feature} ${PLACE} geändert`,
  ],
  'feature-strategy-remove': [
    'Strategie gelöscht',
    `hat die Strategie {name} des Features {feature} ${PLACE} gelöscht`,
  ],
  'strategy-order-changed': [
    'Strategien anders geordnet',
    `hat die Strategien des Features {feature} ${PLACE} anders geordnet`,
  ],
  'feature-tagged': ['Tag hinzugefügt', `hat ${TO_FEATURE} das Tag {type}:{value} hinzugefügt`],
  'feature-untagged': ['Tag entfernt', `hat das Tag {type}:{value} ${OF_FEATURE} entfernt`],
  'feature-link-added': ['Link hinzugefügt', `hat ${TO_FEATURE} einen Link hinzugefügt`],
  'feature-link-updated': ['Link geändert', `hat einen Link ${OF_FEATURE} geändert`],
  'feature-link-removed': ['Link entfernt', `hat einen Link ${OF_FEATURE} entfernt`],
  'feature-payload-schema-added': [
    'Payload-Schema festgelegt',
    `hat ein Schema für die Payloads ${OF_FEATURE} festgelegt`,
  ],
  'feature-payload-schema-updated': [
    'Payload-Schema geändert',
    `hat das Schema für die Payloads ${OF_FEATURE} geändert`,
  ],
  'feature-payload-schema-removed': [
    'Payload-Schema entfernt',
    `hat das Schema für die Payloads ${OF_FEATURE} entfernt`,
  ],
  'removal-certificate-issued': [
    'Bescheinigung ausgestellt',
    `hat sich bescheinigen lassen, dass das Feature {feature} ${PLACE} immer {state} war`,
  ],
  'code-references-updated': [
    'Verweise im Code geändert',
    'hat {repository} durchsucht: {referenceCount} Zeilen nennen Features des Projekts {project}',
  ],
  'code-references-removed': [
    'Verweise im Code entfernt',
    'hat {repository} aus den Verweisen im Code des Projekts {project} entfernt',
  ],
  'feature-favorited': [
    'Favorit hinzugefügt',
    'hat das Feature {feature} zu den Favoriten hinzugefügt',
  ],
  'feature-unfavorited': [
    'Favorit entfernt',
    'hat das Feature {feature} aus den Favoriten entfernt',
  ],
  'project-favorited': [
    'Projekt zu den Favoriten hinzugefügt',
    'hat das Projekt {project} zu den Favoriten hinzugefügt',
  ],
  'project-unfavorited': [
    'Projekt aus den Favoriten entfernt',
    'hat das Projekt {project} aus den Favoriten entfernt',
  ],
  'project-created': ['Projekt erstellt', 'hat das Projekt {project} erstellt'],
  'template-created': ['Vorlage erstellt', 'hat die Vorlage {name} erstellt'],
  'template-updated': ['Vorlage geändert', 'hat die Vorlage {name} geändert'],
  'template-deleted': ['Vorlage gelöscht', 'hat die Vorlage {name} gelöscht'],
  'template-used': ['Vorlage verwendet', 'hat {made} aus der Vorlage {name} erstellt'],
  'policy-created': ['Richtlinie festgelegt', 'hat die Richtlinie für {scope} festgelegt'],
  'policy-updated': ['Richtlinie geändert', 'hat die Richtlinie für {scope} geändert'],
  'policy-deleted': ['Richtlinie entfernt', 'hat die Richtlinie für {scope} entfernt'],
  'project-updated': ['Projekt geändert', 'hat das Projekt {project} geändert'],
  'project-archived': ['Projekt archiviert', 'hat das Projekt {project} archiviert'],
  'project-revived': ['Projekt wiederhergestellt', 'hat das Projekt {project} wiederhergestellt'],
  'project-deleted': ['Projekt gelöscht', 'hat das Projekt {project} gelöscht'],
  'project-environment-added': [
    'Umgebung zum Projekt hinzugefügt',
    'hat die Umgebung {environment} zum Projekt {project} hinzugefügt',
  ],
  'project-environment-removed': [
    'Umgebung aus dem Projekt entfernt',
    'hat die Umgebung {environment} aus dem Projekt {project} entfernt',
  ],
  'default-strategy-updated': [
    'Standardstrategie geändert',
    'hat die Standardstrategie des Projekts {project} in der Umgebung {environment} geändert',
  ],
  'environment-created': ['Umgebung erstellt', 'hat die Umgebung {environment} erstellt'],
  'environment-updated': ['Umgebung geändert', 'hat die Umgebung {environment} geändert'],
  'environment-deleted': ['Umgebung gelöscht', 'hat die Umgebung {environment} gelöscht'],
  'tag-created': ['Tag erstellt', 'hat das Tag {type}:{value} erstellt'],
  'tag-deleted': ['Tag gelöscht', 'hat das Tag {type}:{value} gelöscht'],
  'tag-type-created': ['Tag-Typ erstellt', 'hat den Tag-Typ {name} erstellt'],
  'tag-type-updated': ['Tag-Typ geändert', 'hat den Tag-Typ {name} geändert'],
  'tag-type-deleted': ['Tag-Typ gelöscht', 'hat den Tag-Typ {name} gelöscht'],
  'segment-created': ['Segment erstellt', 'hat das Segment {name} erstellt'],
  'segment-updated': ['Segment geändert', 'hat das Segment {name} geändert'],
  'segment-deleted': ['Segment gelöscht', 'hat das Segment {name} gelöscht'],
  'application-created': ['Anwendung erstellt', 'hat die Anwendung {appName} erstellt'],
  'application-updated': ['Anwendung geändert', 'hat die Anwendung {appName} geändert'],
  'application-deleted': ['Anwendung gelöscht', 'hat die Anwendung {appName} gelöscht'],
  'banner-created': ['Banner erstellt', 'hat das Banner „{message}“ erstellt'],
  'banner-updated': ['Banner geändert', 'hat das Banner „{message}“ geändert'],
  'banner-deleted': ['Banner gelöscht', 'hat das Banner „{message}“ gelöscht'],
  'context-field-created': ['Kontextfeld erstellt', 'hat das Kontextfeld {name} erstellt'],
  'context-field-updated': ['Kontextfeld geändert', 'hat das Kontextfeld {name} geändert'],
  'context-field-deleted': ['Kontextfeld gelöscht', 'hat das Kontextfeld {name} gelöscht'],
  'strategy-created': ['Strategie erstellt', 'hat die Definition der Strategie {name} erstellt'],
  'strategy-updated': ['Strategie geändert', 'hat die Definition der Strategie {name} geändert'],
  'strategy-deleted': ['Strategie gelöscht', 'hat die Definition der Strategie {name} gelöscht'],
  'strategy-deprecated': ['Strategie abgekündigt', 'hat die Strategie {name} abgekündigt'],
  'strategy-reactivated': ['Strategie reaktiviert', 'hat die Strategie {name} reaktiviert'],
  'features-exported': ['Features exportiert', 'hat Features exportiert'],
  'features-imported': ['Features importiert', `hat Features ${PLACE} importiert`],
  'code-applied': [
    'Flags als Code angewendet',
    'hat die Dateien des Ordners {owner} auf {scope} angewendet',
  ],
  'features-moved-in': [
    'Features umgezogen',
    'hat in die Umgebung {environment} des Projekts {project} ' +
      'Features eines anderen Dienstes geholt',
  ],
  'audit-witness-created': [
    'Zeuge registriert',
    'hat den Zeugen {name} des Audit-Logs registriert',
  ],
  'audit-witness-deleted': ['Zeuge gelöscht', 'hat den Zeugen {name} des Audit-Logs gelöscht'],
  'setting-created': ['Einstellung erstellt', 'hat eine Einstellung erstellt'],
  'setting-updated': ['Einstellung geändert', 'hat eine Einstellung geändert'],
  'addon-config-created': [
    'Integration erstellt',
    'hat die Integration {id} mit {provider} erstellt',
  ],
  'addon-config-updated': [
    'Integration geändert',
    'hat die Integration {id} mit {provider} geändert',
  ],
  'addon-config-deleted': [
    'Integration gelöscht',
    'hat die Integration {id} mit {provider} gelöscht',
  ],
};

/** German. */
export const WORDS: EventWords = {
  sentences: SENTENCES,
  did: (type) => `hat dies getan: ${type}`,
  unknown: 'unbekannt',
  service: 'Der Dienst',
  token: 'Das Token ',
  undid: (event) => `, womit Ereignis ${event} rückgängig gemacht wurde`,
  tagged: (tag) => `allem mit dem Tag ${tag}`,
  scope: (project) => (project === undefined ? 'die ganze Instanz' : `das Projekt ${project}`),
  actions: {
    on: 'das Einschalten des Features',
    off: 'das Ausschalten des Features',
    archive: 'das Archivieren des Features',
    addStrategy: 'das Hinzufügen einer Strategie zum Feature',
    updateStrategy: 'das Ändern einer Strategie des Features',
    deleteStrategy: 'das Löschen einer Strategie des Features',
    other: 'eine Änderung des Features',
  },
  values: {
    on: 'an',
    off: 'aus',
    expired: 'abgelaufen',
    returned: 'zurückgegeben',
    revoked: 'entzogen',
    'account deleted': 'Konto gelöscht',
  },
};
