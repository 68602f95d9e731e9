import { counted } from '../format.js';
import type * as en from '../statistics.js';

const bucket = 'einer pro Stunde, Feature, Anwendung und Umgebung';
const active = (days: number): string =>
  'Benutzer, die sich innerhalb von ' +
  `${days} × 24 Stunden vor der Momentaufnahme angemeldet oder ein persönliches Token verwendet ` +
  'haben. Gelöschte zählen nicht.';
const changes = (days: number): string =>
  'Ereignisse innerhalb von ' +
  `${days} × 24 Stunden vor der Momentaufnahme, in Umgebungen, die jetzt den Typ production haben.`;
const applications =
  'Anwendungen, die sich registriert oder Nutzung gemeldet haben. Solche, die nur eine Beschreibung haben, zählen nicht.';
const tokens = 'Abgelaufene zählen, bis sie gelöscht sind; persönliche zählen nicht.';

export const statisticsTexts: typeof en.statisticsTexts = {
  title: 'Statistik',
  intro:
    'Was diese Instanz enthält, und wie sie genutzt wird. Alle Zahlen sind vom selben Augenblick.',
  snapshot: 'Momentaufnahme',
  instance: 'Instanz',
  version: 'Version',
  refresh: 'Aktualisieren',
  download: 'Herunterladen',
  csv: 'CSV',
  json: 'JSON',
  signed: 'Signiert (JWS)',
  csvNote:
    'JSON und JWS enthalten die Zahlen dieser Seite, CSV die vom Augenblick des Herunterladens.',
  definition: (label) => `${label}: Definition`,
  yes: 'ja',
  no: 'nein',
  verification: 'Prüfung in diesem Browser',
  verifying: 'Wird geprüft …',
  sumRight: 'Die Prüfsumme stimmt',
  sumRightWhy: 'Das Feld sum ist der SHA-256 aller anderen Felder als kanonisches JSON (RFC 8785).',
  sumWrong: 'Die Prüfsumme stimmt nicht',
  sumWrongWhy:
    'Die Zahlen passen nicht zum Feld sum: Eine davon wurde nachträglich geändert. Verlassen Sie sich nicht auf sie.',
  givenSum: 'Angegebene Prüfsumme',
  computedSum: 'Berechnete Prüfsumme',
  signature: {
    valid: 'Die Signatur ist gültig',
    invalid: 'Die Signatur stimmt nicht',
    'unknown-key': 'Die Signatur stammt von einem unbekannten Schlüssel',
    'other-purpose': 'Die Signatur gilt nicht für Statistiken',
  },
  signatureWhy: {
    valid:
      'Sie stammt von einem Schlüssel, den diese Instanz veröffentlicht. Vergleichen Sie seine ID mit einer früher notierten.',
    invalid:
      'Statistik oder Signatur wurden nach dem Signieren geändert. Verlassen Sie sich nicht auf sie.',
    'unknown-key':
      'Diese Instanz veröffentlicht diesen Schlüssel nicht. Die Datei kann von einer anderen Instanz kommen.',
    'other-purpose':
      'Die Datei ist ein anderes signiertes Dokument, etwa ein Prüfpunkt des Audit-Logs.',
  },
  unsigned: 'Die Datei hat keine Signatur, jeder kann sie also geschrieben haben.',
  unverified: 'Nicht geprüft',
  key: 'Schlüssel',
  checkFile: 'Gespeicherte Datei prüfen (JSON oder JWS)',
  clearFile: 'Datei entfernen',
  chooseFile: 'Datei wählen',
  tooLarge: 'Die Datei ist zu groß. Eine wählen, die hier als JSON oder JWS heruntergeladen wurde.',
  noStatistics:
    'Die Datei enthält keine Statistik. Eine wählen, die hier als JSON oder JWS heruntergeladen wurde.',
  checked: (name) => `Ergebnis für ${name}`,
  charts: 'Im Lauf der Zeit',
  changesTitle: 'Änderungen in Produktion nach Wochen',
  changesNote:
    'Ereignisse der letzten 13 Wochen in Umgebungen vom Typ production. Ereignisse, die Sie nicht sehen dürfen, zählen nicht. Tage beginnen um Mitternacht UTC.',
  changesNone: 'Keine Umgebung hat den Typ production, also gibt es keine Änderungen zu zählen.',
  changes: 'Änderungen',
  activeTitle: 'Aktive Benutzer',
  activeNote:
    'In den letzten 7, 30, 60 und 90 Tagen gesehene Benutzer. Jeder Balken enthält den vorigen.',
  users: 'Benutzer',
  days: (count) => counted(count, 'Tag', 'Tage'),
  evaluationsTitle: (feature) => `Auswertungen von ${feature}`,
  evaluationsNote: 'Auswertungen pro Stunde in den letzten 48 Stunden, durch alle Anwendungen.',
  evaluationsOf: 'Auswertungen eines Features',
  feature: 'Feature',
  environment: 'Umgebung',
  allEnvironments: 'Alle',
  evaluationsHint: 'Ein Feature wählen, um zu sehen, wie oft SDKs es auswerten.',
  evaluationsNone: (feature) => `Kein SDK hat in 48 Stunden Auswertungen von ${feature} gemeldet.`,
  on: 'an',
  off: 'aus',
};

export const numberGroups: typeof en.numberGroups = [
  {
    title: 'Features',
    numbers: {
      featureToggles: { label: 'Features', definition: 'Nicht archivierte Features.' },
      archivedFeatureToggles: {
        label: 'Archivierte Features',
        definition: 'Features, die archiviert sind.',
      },
      projects: { label: 'Projekte', definition: 'Nicht archivierte Projekte.' },
      environments: { label: 'Umgebungen', definition: 'Umgebungen, aktiviert oder nicht.' },
      segments: { label: 'Segmente', definition: 'Segmente, in Gebrauch oder nicht.' },
      contextFields: {
        label: 'Kontextfelder',
        definition: 'Kontextfelder, auch die eingebauten.',
      },
      strategies: {
        label: 'Strategiedefinitionen',
        definition: 'Definitionen von Strategien, auch eingebaute und abgekündigte.',
      },
      featureExports: {
        label: 'Exporte',
        definition: 'Exporte von Features, seit es die Instanz gibt.',
      },
      featureImports: {
        label: 'Importe',
        definition: 'Importe von Features, seit es die Instanz gibt.',
      },
    },
  },
  {
    title: 'Nutzung',
    numbers: {
      'productionChanges.last30': {
        label: 'Änderungen in Produktion, 30 Tage',
        definition: changes(30),
      },
      'productionChanges.last60': {
        label: 'Änderungen in Produktion, 60 Tage',
        definition: changes(60),
      },
      'productionChanges.last90': {
        label: 'Änderungen in Produktion, 90 Tage',
        definition: changes(90),
      },
      'previousDayMetricsBucketsCount.enabledCount': {
        label: 'Nutzungswerte, gestern',
        definition: `Gespeicherte Zähler von Auswertungen am vorigen Tag in UTC: ${bucket}.`,
      },
      'previousDayMetricsBucketsCount.variantCount': {
        label: 'Variantenwerte, gestern',
        definition: `Gespeicherte Zähler von Varianten, am vorigen Tag (UTC): ${bucket}, Variante.`,
      },
    },
  },
  {
    title: 'Personen und Zugriff',
    numbers: {
      users: {
        label: 'Benutzer',
        definition: 'Benutzer. Gelöschte und Dienstkonten zählen nicht.',
      },
      serviceAccounts: { label: 'Dienstkonten', definition: 'Konten von Programmen.' },
      licensedUsers: {
        label: 'Lizenzierte Benutzer',
        definition:
          'Verschiedene E-Mail-Adressen von Benutzern, auch von solchen, die innerhalb von 30 × 24 Stunden vor der Momentaufnahme gelöscht wurden.',
      },
      groups: { label: 'Gruppen', definition: 'Gruppen von Benutzern.' },
      roles: { label: 'Rollen', definition: 'Rollen, auch eingebaute und Projektrollen.' },
      customRootRoles: {
        label: 'Eigene Hauptrollen',
        definition: 'Hauptrollen, die nicht eingebaut sind.',
      },
      customRootRolesInUse: {
        label: 'Eigene Hauptrollen in Gebrauch',
        definition:
          'Eigene Hauptrollen, die mindestens ein Benutzer, ein Dienstkonto oder eine Gruppe hat.',
      },
      'activeUsers.last7': { label: 'Aktive Benutzer, 7 Tage', definition: active(7) },
      'activeUsers.last30': { label: 'Aktive Benutzer, 30 Tage', definition: active(30) },
      'activeUsers.last60': { label: 'Aktive Benutzer, 60 Tage', definition: active(60) },
      'activeUsers.last90': { label: 'Aktive Benutzer, 90 Tage', definition: active(90) },
    },
  },
  {
    title: 'Anwendungen und Tokens',
    numbers: {
      'clientApps.7d': {
        label: 'Anwendungen, 7 Tage',
        definition: `${applications} Innerhalb von 7 × 24 Stunden.`,
      },
      'clientApps.30d': {
        label: 'Anwendungen, 30 Tage',
        definition: `${applications} Innerhalb von 30 × 24 Stunden.`,
      },
      'clientApps.allTime': { label: 'Anwendungen, jemals', definition: applications },
      'apiTokens.client': {
        label: 'Client-Tokens',
        definition: `Tokens von SDKs auf Servern. ${tokens}`,
      },
      'apiTokens.frontend': {
        label: 'Frontend-Tokens',
        definition: `Tokens von Browsern und Apps. ${tokens}`,
      },
      'apiTokens.admin': {
        label: 'Admin-Tokens',
        definition: `Tokens für die Admin-API. ${tokens}`,
      },
    },
  },
  {
    title: 'Größte Konfigurationen',
    numbers: {
      maxEnvironmentStrategies: {
        label: 'Meiste Strategien',
        definition:
          'Die meisten Strategien, die ein Feature in einer Umgebung hat, auch deaktivierte. Archivierte Features zählen nicht.',
      },
      maxConstraints: {
        label: 'Meiste Bedingungen',
        definition:
          'Die meisten Bedingungen, die eine Strategie hat. Archivierte Features zählen nicht.',
      },
      maxConstraintValues: {
        label: 'Meiste Werte',
        definition:
          'Die meisten Werte, die eine Bedingung einer Strategie hat. Archivierte Features zählen nicht.',
      },
    },
  },
  {
    title: 'Anmeldung',
    numbers: {
      passwordAuthEnabled: {
        label: 'Passwort',
        definition: 'Ob sich Personen mit einem Passwort anmelden können.',
      },
      OIDCenabled: {
        label: 'OpenID Connect',
        definition: 'Ob die Anmeldung mit OpenID Connect aktiviert ist.',
      },
      SAMLenabled: { label: 'SAML', definition: 'Ob die Anmeldung mit SAML aktiviert ist.' },
      SCIMenabled: { label: 'SCIM', definition: 'Ob ein Verzeichnis Benutzer verwaltet.' },
    },
  },
];
