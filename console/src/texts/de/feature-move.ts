import type * as en from '../feature-move.js';

export const moveTexts: typeof en.moveTexts = {
  heading: 'Projekt',
  hint: 'In einem anderen Projekt können andere Personen das Feature ändern, und es gelten andere Regeln. Strategien, Nutzung und Verlauf bleiben.',
  action: 'In ein anderes Projekt verschieben',
  title: (feature) => `${feature} in ein anderes Projekt verschieben`,
  project: 'Neues Projekt',
  choose: 'Projekt wählen',
  none: 'Es gibt kein anderes Projekt. Zuerst eines erstellen.',
  toProjects: 'Projekte',
  rules: 'Es lässt sich verschieben, wenn',
  conditions: [
    'das neue Projekt alle Umgebungen hat, in denen es an ist,',
    'es von keinem Feature abhängt und kein Feature von ihm,',
    'es kein Segment und kein Kontextfeld seines jetzigen Projekts verwendet,',
    'es in keiner Umgebung Inhalt hat, die Genehmigungen verlangt, in beiden Projekten.',
  ],
  tokens: 'API-Tokens, die auf das jetzige Projekt beschränkt sind, bekommen es nicht mehr.',
  moved: (feature, project) => `${feature} ist jetzt in ${project}.`,
};
