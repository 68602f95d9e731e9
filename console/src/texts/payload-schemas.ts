import { counted } from './format.js';

export const payloadSchemaTexts = {
  title: 'Payload schema',
  intro: 'A JSON Schema says what the payloads of all variants of this feature have to be.',
  none: 'Payloads can be anything.',
  set: 'Set a schema',
  edit: 'Edit the schema',
  schemaOf: (feature: string): string => `Schema of ${feature}`,
  dialog: (feature: string): string => `Payload schema of ${feature}`,
  schema: 'JSON Schema',
  schemaHint: 'Draft 2020-12. Leave it empty to remove the schema.',
  enforcement: 'Payloads that do not follow it',
  refuse: 'are refused',
  warn: 'are only listed',
  saved: 'Saved the payload schema.',
  removed: 'Removed the payload schema.',
  notJson: (why: string): string => `This is not JSON: ${why}`,
  notAnObject: 'A schema is an object, such as { "type": "object" }.',
  fault: (pointer: string, message: string): string => `${pointer || 'The schema'} ${message}.`,
  violations: (count: number): string =>
    `${counted(count, 'payload problem', 'payload problems')} in this feature:`,
  where: (environment: string, variant: string, isOfStrategy: boolean): string =>
    `${environment}, variant ${variant}${isOfStrategy ? ' of a strategy' : ''}`,
  part: (pointer: string, message: string): string => `${pointer || 'The value'} ${message}`,
  follows: 'All payloads follow it.',
  suggestions: 'Suggestions from the schema',
};
