import { counted } from '../format.js';
import type * as en from '../payload-schemas.js';

export const payloadSchemaTexts: typeof en.payloadSchemaTexts = {
  title: 'Schéma de payload',
  intro:
    'Un JSON Schema dit ce que doivent être les payloads de toutes les variantes de cette fonctionnalité.',
  none: 'Les payloads peuvent être quelconques.',
  set: 'Définir un schéma',
  edit: 'Modifier le schéma',
  schemaOf: (feature) => `Schéma de ${feature}`,
  dialog: (feature) => `Schéma de payload de ${feature}`,
  schema: 'JSON Schema',
  schemaHint: 'Draft 2020-12. Laissez vide pour retirer le schéma.',
  enforcement: 'Les payloads qui ne le suivent pas',
  refuse: 'sont refusés',
  warn: 'sont seulement listés',
  saved: 'Le schéma de payload est enregistré.',
  removed: 'Le schéma de payload est retiré.',
  notJson: (why) => `Ce n’est pas du JSON : ${why}`,
  notAnObject: 'Un schéma est un objet, tel que { "type": "object" }.',
  fault: (pointer, message) => `${pointer || 'Le schéma'} : ${message}.`,
  violations: (count) =>
    `${counted(count, 'problème', 'problèmes')} de payload dans cette fonctionnalité :`,
  where: (environment, variant, isOfStrategy) =>
    `${environment}, variante ${variant}${isOfStrategy ? ' d’une stratégie' : ''}`,
  part: (pointer, message) => `${pointer || 'La valeur'} : ${message}`,
  follows: 'Tous les payloads le suivent.',
  suggestions: 'Suggestions du schéma',
};
