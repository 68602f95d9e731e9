import type * as en from '../dependencies.js';

export const dependencyTexts: typeof en.dependencyTexts = {
  intro:
    'Ein Feature ist nur an, wo sein übergeordnetes Feature an ist oder eine der gewählten Varianten ergibt.',
  graph: 'Abhängigkeiten',
  parents: 'Hängt ab von',
  self: 'Dieses Feature',
  children: 'Nötig für',
  noParents: 'Es hängt von keinem anderen Feature ab.',
  noChildren: 'Kein anderes Feature hängt davon ab.',
  whileOn: 'solange es an ist',
  whileOff: 'solange es aus ist',
  withVariants: (names) => `solange es ${names.join(' oder ')} ergibt`,
  add: 'Abhängigkeit hinzufügen',
  hasChildren: 'Andere Features hängen davon ab, also kann es selbst von keinem abhängen.',
  addTitle: (feature) => `Wovon ${feature} abhängt`,
  parent: 'Übergeordnetes Feature',
  condition: 'Bedingung',
  variant: 'solange es eine dieser Varianten ergibt',
  variants: 'Varianten',
  variantsHint: 'Namen von Varianten, einer pro Zeile oder durch Kommas getrennt.',
  added: (parent) => `Es hängt jetzt von ${parent} ab.`,
  remove: (parent) => `Abhängigkeit von ${parent} entfernen`,
  removed: (parent) => `Es hängt nicht mehr von ${parent} ab.`,
};
