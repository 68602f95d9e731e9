import { counted } from '../format.js';
import type * as en from '../policies.js';

export const policyTexts: typeof en.policyTexts = {
  title: 'Richtlinie',
  ofInstance: 'Richtlinie der Instanz',
  intro:
    'Regeln für das, was gespeichert wird, auf welchem Weg auch immer. Was da ist, bleibt, und ' +
    'Abschalten wird nie verweigert.',
  alsoInstance: 'Die Richtlinie der Instanz gilt auch in diesem Projekt.',
  hint: 'Regeln für Namen, Tags, Strategien und Genehmigungen.',
  open: 'Richtlinie öffnen',
  enforcement: 'Was eine Regel verletzt',
  enforcements: { refuse: 'wird verweigert', warn: 'steht nur hier' },
  namePattern: 'Namen neuer Features',
  nameExample: 'Beispiel für einen Namen',
  requiredTags: 'Nötige Tags',
  ownerRequired: 'Das Projekt braucht einen Eigentümer',
  maxAgeDays: 'Höchstes Alter in Tagen',
  forbiddenStrategies: 'Strategien, die in Produktion nicht erlaubt sind',
  requiredConstraints: 'Nötige Bedingungen in Produktion',
  requiredApprovals: 'Genehmigungen, die Produktion verlangen muss',
  hints: {
    namePattern: 'Ein regulärer Ausdruck für den ganzen Namen. Leer: jeder Name.',
    requiredTags: 'Typen wie team oder Tags wie team:shop, durch Kommas getrennt.',
    maxAgeDays:
      'Ältere Features werden in Produktion nicht eingeschaltet oder geändert, außer ihr Typ hat ' +
      'keine erwartete Lebensdauer.',
    forbiddenStrategies: 'Namen wie default, durch Kommas getrennt.',
    requiredConstraints: 'Kontextfelder, durch Kommas getrennt. Bedingungen von Segmenten zählen.',
    requiredApprovals: 'Leer: keine.',
  },
  saved: 'Die Richtlinie ist gespeichert.',
  removed: 'Die Richtlinie ist entfernt.',
  remove: 'Richtlinie entfernen',
  check: 'Prüfen, was da ist',
  found: 'Was diese Regeln verletzt',
  counted: (features, problems) =>
    `${counted(problems, 'Problem', 'Probleme')} in ${counted(features, 'Feature', 'Features')}.`,
  nothing: 'Nichts verletzt sie',
  nothingHint: 'Alles, was da ist, folgt diesen Regeln.',
  what: 'Was falsch ist, und was richtig wäre',
  rule: 'Regel',
  project: 'Projekt',
};
