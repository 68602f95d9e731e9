import type * as en from '../feature-past.js';

export const pastTexts: typeof en.pastTexts = {
  intro: 'Comment la fonctionnalité était réglée autrefois, et ce qui a changé depuis.',
  moment: 'Moment',
  show: 'Afficher',
  choose: 'Choisissez un moment',
  chooseHint:
    'La page montre ce que les SDK recevaient alors. L’historique a un lien vers l’état avant chaque événement.',
  state: (at) => `État au ${at}`,
  changes: 'Ce qui a changé depuis',
  none: 'Rien n’a changé depuis.',
  was: 'Alors',
  is: 'Maintenant',
  on: 'activée',
  off: 'désactivée',
  noStrategies: 'Pas de stratégies : tant qu’elle était activée, elle l’était pour tous.',
  disabled: 'mise de côté',
  variants: 'Variantes',
  tags: 'Tags',
  stale: 'Obsolète',
  yes: 'oui',
  no: 'non',
  parents: 'Dépend de',
  nothing: 'aucun',
  absentTitle: 'La fonctionnalité n’existait pas alors',
  absent:
    'Elle a été créée plus tard, était archivée ou avait un autre projet. Choisissez un autre moment.',
};
