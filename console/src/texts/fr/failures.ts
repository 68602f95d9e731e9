import type * as en from '../failures.js';

export const failureTexts: typeof en.failureTexts = {
  unreachable: 'Le service est injoignable. Vérifiez votre connexion et réessayez.',
  unexpected: 'Un imprévu est survenu. Rechargez la page et réessayez.',
  needsApproval: 'Rien n’a été modifié : un environnement concerné exige des approbations.',
  changedMeanwhile:
    'Quelqu’un a modifié cela depuis que vous l’avez ouvert. Rechargez et réessayez.',
  tooMany: 'Trop de requêtes. Attendez un instant et réessayez.',
  broken: (id) =>
    `Le service a échoué. La raison est dans son journal, sous cet identifiant : ${id}`,
  lacking: (permissions) =>
    permissions.length === 1
      ? `Il vous faut pour cela l’autorisation ${permissions[0]}.`
      : `Il vous faut pour cela une de ces autorisations : ${permissions.join(', ')}.`,
  retry: 'Réessayer',
  title: 'Cela n’a pas marché',
  notFoundTitle: 'Il n’y a rien ici',
  notFound: 'La page ou l’objet n’existe pas, ou vous ne pouvez pas le voir.',
};
