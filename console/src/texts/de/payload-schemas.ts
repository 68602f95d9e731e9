import { counted } from '../format.js';
import type * as en from '../payload-schemas.js';

export const payloadSchemaTexts: typeof en.payloadSchemaTexts = {
  title: 'Payload-Schema',
  intro: 'Ein JSON-Schema legt fest, wie die Payloads aller Varianten dieses Features aussehen.',
  none: 'Payloads können beliebig sein.',
  set: 'Schema festlegen',
  edit: 'Schema bearbeiten',
  schemaOf: (feature) => `Schema von ${feature}`,
  dialog: (feature) => `Payload-Schema von ${feature}`,
  schema: 'JSON-Schema',
  schemaHint: 'Draft 2020-12. Leer lassen, um das Schema zu entfernen.',
  enforcement: 'Payloads, die ihm nicht folgen,',
  refuse: 'werden abgelehnt',
  warn: 'werden nur aufgelistet',
  saved: 'Das Payload-Schema ist gespeichert.',
  removed: 'Das Payload-Schema ist entfernt.',
  notJson: (why) => `Das ist kein JSON: ${why}`,
  notAnObject: 'Ein Schema ist ein Objekt, etwa { "type": "object" }.',
  fault: (pointer, message) => `${pointer || 'Das Schema'}: ${message}.`,
  violations: (count) => `${counted(count, 'Problem', 'Probleme')} mit Payloads in diesem Feature:`,
  where: (environment, variant, isOfStrategy) =>
    `${environment}, Variante ${variant}${isOfStrategy ? ' einer Strategie' : ''}`,
  part: (pointer, message) => `${pointer || 'Der Wert'}: ${message}`,
  follows: 'Alle Payloads folgen ihm.',
  suggestions: 'Vorschläge aus dem Schema',
};
