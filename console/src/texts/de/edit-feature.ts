import type * as en from '../edit-feature.js';

export const editFeatureTexts: typeof en.editFeatureTexts = {
  editTitle: (name) => `${name} bearbeiten`,
  saved: (name) => `${name} ist gespeichert.`,
  descriptionHint: 'Was das Feature tut, und wer darüber Bescheid weiß.',
  impressionDataHint: 'SDKs melden jede Auswertung an die Anwendung, für Analysen.',
};

export const tagFormTexts: typeof en.tagFormTexts = {
  tagType: 'Typ des Tags',
  tagValue: 'Wert',
  tagAdded: (tag) => `Das Tag ${tag} ist hinzugefügt.`,
};
