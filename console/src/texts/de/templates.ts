import { counted } from '../format.js';
import type * as en from '../templates.js';

export const templateTexts: typeof en.templateTexts = {
  title: 'Vorlagen',
  intro: 'Features und Projekte, nach denen andere gemacht werden.',
  create: 'Neue Vorlage',
  emptyTitle: 'Es gibt keine Vorlagen',
  empty: 'Machen Sie eine aus einem Feature oder Projekt, das ist, wie andere sein sollen.',
  makes: 'Ergibt',
  feature: 'ein Feature',
  project: (features) => `ein Projekt mit ${counted(features, 'Feature', 'Features')}`,
  none: 'keine',
  parameters: 'Parameter',
  parametersHint:
    'Texte, die jedes Mal anders sind: Wo der Text vorkommt, steht dann, was gewählt wird.',
  parameter: 'Parameter',
  preset: 'Sein Text hier',
  addParameter: 'Parameter hinzufügen',
  removeParameter: (row) => `Parameter ${row} entfernen`,
  fromProject: 'Projekt',
  fromFeature: 'Feature',
  fromFeatureHint: 'Sein Name. Leer: das ganze Projekt mit seinen Features.',
  use: 'Verwenden',
  useOf: (name) => `Die Vorlage ${name} verwenden`,
  used: (name) => `Gemacht nach der Vorlage ${name}.`,
  newId: 'Id des neuen Projekts',
  newProject: 'Name des neuen Projekts',
  newFeature: 'Name des neuen Features',
  inProject: 'In welchem Projekt',
  deleteTitle: (name) => `Vorlage ${name} löschen`,
  deleteHint: 'Was nach ihr gemacht wurde, bleibt.',
};
