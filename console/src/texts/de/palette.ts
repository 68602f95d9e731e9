import type * as en from '../palette.js';

export const paletteTexts: typeof en.paletteTexts = {
  title: 'Suchen und schalten',
  placeholder: 'Feature, Person, Seite oder Aktion',
  turnOff: (feature, environment) => `${feature} in ${environment} ausschalten`,
  turnOn: (feature, environment) => `${feature} in ${environment} einschalten`,
  open: (feature) => `${feature} öffnen`,
  isOn: 'ist an',
  isOff: 'ist aus',
  page: 'Seite',
  person: 'Person',
  action: 'Aktion',
  actions: {
    createFeature: 'Feature erstellen',
    createProject: 'Projekt erstellen',
    createToken: 'API-Token erstellen',
    createSegment: 'Segment erstellen',
    invite: 'Person hinzufügen oder einladen',
    evaluate: 'Ausprobieren, was ein Nutzer bekommt',
    whatChanged: 'Suchen, was sich geändert hat',
    whatCaused: 'Finden, welche Änderung einen Vorfall verursacht hat',
  },
  searching: 'Wird gesucht …',
  nothing: 'Nichts passt.',
};
