import type * as en from '../refusals-of-state.js';

export const stateRefusals: Required<typeof en.stateRefusals> = {
  'There is no feature "{}".': 'Il n’y a pas de fonctionnalité « {0} ».',
  'There is no feature "{}" in the project "{}".':
    'Le projet « {1} » n’a pas de fonctionnalité « {0} ».',
  'There is no feature "{}" in the project "{}" to use as a parent.':
    'Le projet « {1} » n’a pas de fonctionnalité « {0} » dont dépendre.',
  'There is no feature type "{}".': 'Il n’y a pas de type de fonctionnalités « {0} ».',
  'There is no project "{}".': 'Il n’y a pas de projet « {0} ».',
  'There is no project "{}", or it is archived.':
    'Il n’y a pas de projet « {0} », ou il est archivé.',
  'There is no environment "{}".': 'Il n’y a pas d’environnement « {0} ».',
  'The project "{}" has no environment "{}".': 'Le projet « {0} » n’a pas d’environnement « {1} ».',
  'There is no segment with the id {}.': 'Il n’y a pas de segment avec l’id {0}.',
  'There is no context field "{}".': 'Il n’y a pas de champ de contexte « {0} ».',
  'There is no strategy "{}".': 'Il n’y a pas de stratégie « {0} ».',
  'There is no tag type "{}".': 'Il n’y a pas de type de tags « {0} ».',
  'There is no role with the id {}.': 'Il n’y a pas de rôle avec l’id {0}.',
  'There is no group with the id {}.': 'Il n’y a pas de groupe avec l’id {0}.',
  'There is no user {}.': 'Il n’y a pas d’utilisateur {0}.',
  'There is no such user.': 'Cet utilisateur n’existe pas.',
  'There is no change request {}.': 'Il n’y a pas de demande de modification {0}.',
  'There is no change request {} in the project "{}".':
    'Le projet « {1} » n’a pas de demande de modification {0}.',
  'There is no schedule {} in the project "{}".': 'Le projet « {1} » n’a pas de planification {0}.',
  'There is no banner with the id {}.': 'Il n’y a pas de bannière avec l’id {0}.',
  'There is no event {}.': 'Il n’y a pas d’événement {0}.',
  'There is no release plan template "{}".':
    'Il n’y a pas de modèle de plan de déploiement « {0} ».',
  'There is no time zone "{}". Use a name such as Europe/Berlin.':
    'Il n’y a pas de fuseau horaire « {0} ». Utilisez un nom comme Europe/Berlin.',
  'There is no such invite link.': 'Ce lien d’invitation n’existe pas.',
  'The feature "{}" is archived. Revive it before changing it.':
    'La fonctionnalité « {0} » est archivée. Rétablissez-la avant de la modifier.',
  'The feature "{}" is not archived.': 'La fonctionnalité « {0} » n’est pas archivée.',
  'The feature "{}" is archived, so it cannot be a parent.':
    'La fonctionnalité « {0} » est archivée, donc aucune ne peut en dépendre.',
  'A feature cannot depend on itself.': 'Une fonctionnalité ne peut pas dépendre d’elle-même.',
  'The feature "{}" depends on "{}", so it cannot be a parent.':
    'La fonctionnalité « {0} » dépend de « {1} », donc aucune ne peut en dépendre.',
  'The feature "{}" depends on "{}", so "{}" cannot have a parent.':
    'La fonctionnalité « {0} » dépend de « {1} », donc « {2} » ne peut dépendre d’aucune.',
  'Other features depend on this one. Remove these dependencies first.':
    'D’autres fonctionnalités en dépendent. Supprimez d’abord ces dépendances.',
  'Archive the dependent features first, or remove their dependencies: {}.':
    'Archivez d’abord les fonctionnalités dépendantes, ou supprimez leurs dépendances : {0}.',
  'The feature "{}" cannot be moved, because it depends on another feature, or another feature depends on it. Remove the dependencies first.':
    'La fonctionnalité « {0} » ne peut pas être déplacée, car elle dépend d’une autre, ou une autre d’elle. Supprimez d’abord les dépendances.',
  'The feature "{}" cannot be moved to the project "{}", which does not have the environments in which the feature is on: {}. Add them to the project, or turn the feature off there.':
    'La fonctionnalité « {0} » ne peut pas être déplacée dans le projet « {1} », qui n’a pas les environnements où elle est activée : {2}. Ajoutez-les au projet, ou désactivez-la dans ceux-ci.',
  'The feature "{}" has constraints on context fields of its project: {}. Remove these constraints first.':
    'La fonctionnalité « {0} » a des contraintes sur des champs de contexte de son projet : {1}. Supprimez-les d’abord.',
  '{} is in use and cannot be deleted. It is used by {}.':
    'C’est utilisé et ne peut pas être supprimé. Utilisé par : {1}.',
  'The role "{}" is in use: {}. Remove it there first.':
    'Le rôle « {0} » est utilisé : {1}. Retirez-le d’abord.',
  'The role "{}" is built in: it can be neither changed nor deleted. Create a custom role instead.':
    'Le rôle « {0} » est intégré : il ne peut être ni modifié ni supprimé. Créez plutôt votre propre rôle.',
  'The strategy "{}" is built in: it can be deprecated, but neither changed nor deleted.':
    'La stratégie « {0} » est intégrée : elle ne peut être ni modifiée ni supprimée.',
  'The context field "{}" is built in and cannot be deleted.':
    'Le champ de contexte « {0} » est intégré et ne peut pas être supprimé.',
  'The environment "{}" is protected: it can only be enabled and disabled, not changed or deleted.':
    'L’environnement « {0} » est protégé : il ne peut être ni modifié ni supprimé.',
  '"{}" is the only environment of the project "{}", which needs at least one.':
    '« {0} » est le seul environnement du projet « {1} », à qui il en faut au moins un.',
  '"{}" is the only environment of some projects. Add another one to them first: {}.':
    '« {0} » est le seul environnement de certains projets. Ajoutez-leur d’abord un autre : {1}.',
  'The project "{}" has features that are not archived. Archive them first.':
    'Le projet « {0} » a des fonctionnalités non archivées. Archivez-les d’abord.',
  'The project "{}" cannot be {}: every instance needs it.':
    'Chaque instance a besoin du projet « {0} » : il ne peut être ni archivé ni supprimé.',
  'The project "{}" needs at least one owner: assign another one first.':
    'Le projet « {0} » a besoin d’au moins un propriétaire : désignez-en d’abord un autre.',
  'The segment "{}" cannot belong to the project "{}": it is also used in {}.':
    'Le segment « {0} » ne peut pas appartenir au projet « {1} » : il est aussi utilisé dans {2}.',
  'The segment "{}" is used in {}, and you may not change segments there. Ask somebody with the permission, or create another segment.':
    'Le segment « {0} » est utilisé dans {1}, où vous ne pouvez pas modifier les segments. Demandez à quelqu’un qui le peut, ou créez un autre segment.',
  'You need one of these permissions to do this: {}.':
    'Il vous faut pour cela une de ces autorisations : {0}.',
  'You can only grant, change and revoke permissions that you have yourself{}. You lack {}.':
    'Vous ne pouvez accorder et retirer que ce que vous avez vous-même. Il vous manque {1}.',
  'Your permissions were changed while this request was carried out. Nothing was changed; repeat it.':
    'Vos autorisations ont changé entre-temps. Rien n’a été modifié ; réessayez.',
  'With SKIP_CHANGE_REQUEST you can turn features off in an emergency: repeat the request with force=true and a reason. Otherwise you need one of these permissions: {}.':
    'Avec l’autorisation SKIP_CHANGE_REQUEST, vous pouvez désactiver en urgence avec une raison. Sinon, il vous faut une de celles-ci : {0}.',
  'Nothing was changed: the change affects an environment that requires approvals, in a project that you cannot see. Ask an administrator.':
    'Rien n’a été modifié : cela touche un environnement qui exige des approbations, dans un projet que vous ne voyez pas. Demandez à un administrateur.',
  'Give a reason: force=true requires the parameter reason.': 'Donnez une raison.',
  'This token is read-only: it may only use the method GET.': 'Ce jeton ne peut que lire.',
  'This requires the session of a signed-in user; a token is not accepted.':
    'Il faut être connecté pour cela ; un jeton ne suffit pas.',
  'The session has ended. Sign in again.': 'La session est terminée. Reconnectez-vous.',
  'The user name or the password is wrong.': 'Le nom d’utilisateur ou le mot de passe est faux.',
  'The password was wrong.': 'Le mot de passe était faux.',
  'The second factor is wrong or was already used.': 'Le second facteur est faux ou déjà utilisé.',
  'The passkey is unknown, or its challenge has expired. Start again.':
    'La clé d’accès est inconnue, ou cela a pris trop de temps. Recommencez.',
  'code is not a current code of the app. Check the clock of the device, or set up the app again.':
    'Ce n’est pas un code actuel de l’application. Vérifiez l’heure de l’appareil, ou configurez-la à nouveau.',
  'You signed in more than {} minutes ago. Sign out, sign in again, and then create the token.':
    'Vous vous êtes connecté il y a plus de {0} minutes. Reconnectez-vous, puis créez le jeton.',
  'You must have a second factor: add another one before you remove this one.':
    'Il vous faut un second facteur : ajoutez-en un autre avant de retirer celui-ci.',
  'The password must have at least {} characters.':
    'Le mot de passe doit avoir au moins {0} caractères.',
  'The password must have at most {} characters.':
    'Le mot de passe doit avoir au plus {0} caractères.',
  'The password must not be empty.': 'Le mot de passe ne doit pas être vide.',
  'The password is known from breaches, or easily derived from such a password. Choose another one.':
    'Le mot de passe est connu de fuites de données, ou s’en déduit facilement. Choisissez-en un autre.',
  'The password mainly consists of the name of the user or the service. Choose another one.':
    'Le mot de passe est surtout fait du nom de l’utilisateur ou du service. Choisissez-en un autre.',
  'oldPassword is not the password of the user.': 'L’ancien mot de passe est faux.',
  'confirmPassword must be the same as password.': 'Les deux mots de passe sont différents.',
  'The link is unknown, already used or expired. Ask an administrator for a new one.':
    'Le lien est inconnu, déjà utilisé ou expiré. Demandez-en un nouveau à un administrateur.',
  'The invite link is unknown, disabled or expired. Ask an administrator for a new one.':
    'Le lien d’invitation est inconnu, désactivé ou expiré. Demandez-en un nouveau à un administrateur.',
  'expiresAt must be in the future.': 'La fin doit être dans le futur.',
  'expiresAt must be at most {} days from now, the maximum lifetime of personal tokens (PERSONAL_TOKEN_MAX_DAYS).':
    'La fin doit être dans {0} jours au plus (PERSONAL_TOKEN_MAX_DAYS).',
  'Choose a time in the future.': 'Choisissez un moment dans le futur.',
  'Choose a time within the next five years.':
    'Choisissez un moment dans les cinq prochaines années.',
  'You created this change request, so somebody else has to review it.':
    'Vous avez créé cette demande de modification : quelqu’un d’autre doit la revoir.',
  'Authors cannot review their own change requests.':
    'On ne peut pas revoir ses propres demandes de modification.',
  'Only the author can send a change request to review.':
    'Seul l’auteur peut envoyer une demande de modification en revue.',
  'Only the author or an administrator can cancel a change request.':
    'Seul l’auteur ou un administrateur peut annuler une demande de modification.',
  'The change request {} has {} of {} required approvals.':
    'La demande de modification {0} a {1} des {2} approbations requises.',
  'The change request {} is not approved yet.':
    'La demande de modification {0} n’est pas encore approuvée.',
  'The draft was sent to review meanwhile. Try again.':
    'Le brouillon a été envoyé en revue entre-temps. Réessayez.',
  'A draft was created at the same time. Try again.':
    'Un brouillon a été créé en même temps. Réessayez.',
  'It has changed since the change was added.': 'Cela a changé depuis l’ajout de la modification.',
  'It may have changed since the change was added.':
    'Cela a peut-être changé depuis l’ajout de la modification.',
  'The schedule {} is {}, so it can no longer be changed. Create another one.':
    'La planification {0} ne peut plus être modifiée. Créez-en une autre.',
  'The release plan has no milestone "{}".': 'Le plan de déploiement n’a pas de jalon « {0} ».',
  'The feature already has a release plan in this environment. Remove it first.':
    'La fonctionnalité a déjà un plan de déploiement dans cet environnement. Supprimez-le d’abord.',
  'The milestone "{}" has no strategies, so nobody would get the feature. Add one first.':
    'Le jalon « {0} » n’a pas de stratégie, donc personne n’aurait la fonctionnalité. Ajoutez-en d’abord une.',
  'A signal needs at least one feature or tag to turn off.':
    'Un signal a besoin d’au moins une fonctionnalité ou un tag à désactiver.',
  'Event {} was undone by event {}. To change it again, undo event {}.':
    'L’événement {0} a été annulé par l’événement {1}.',
  'Event {} has no effect any more: everything is as it was before it.':
    'L’événement {0} n’a plus d’effet : tout est comme avant.',
  'History is kept from {} on. Ask for that or a later time.': 'L’histoire remonte à {0}.',
  'You have asked for this already: it waits for a decision.':
    'Vous l’avez déjà demandé : la décision est en attente.',
  'Somebody else has to decide about your own request.':
    'Quelqu’un d’autre doit décider de votre demande.',
  'The body is not valid JSON.': 'Ce n’est pas du JSON valable.',
  'The object has another version than If-Match requires. Nothing was changed; read it again, and repeat the change if it is still right.':
    'Quelqu’un l’a modifié depuis que vous l’avez ouvert. Rien n’a été modifié ; rechargez et réessayez.',
  'The database cannot be reached at the moment. Try again in a few seconds.':
    'La base de données est injoignable pour le moment. Réessayez dans quelques secondes.',
  'The database is too busy at the moment. Nothing was changed; try again in a few seconds.':
    'La base de données est surchargée. Rien n’a été modifié ; réessayez dans quelques secondes.',
  'Another change of the same object is still in progress. Nothing was changed; try again in a few seconds.':
    'Une autre modification est en cours. Rien n’a été modifié ; réessayez dans quelques secondes.',
  'The service is too busy to process this. Nothing was changed; try again in a few seconds.':
    'Le service est surchargé. Rien n’a été modifié ; réessayez dans quelques secondes.',
  'This instance is being stopped.': 'Le service s’arrête. Réessayez dans un instant.',
  'Too many requests, please try again later.': 'Trop de demandes. Réessayez plus tard.',
  'You already have {} searches or lists in progress, the maximum for one caller. Wait until one of them has finished.':
    'Vous avez déjà {0} recherches en cours. Attendez qu’une soit terminée.',
  'This caller has used up its quota of {} units a second ({}). Try again later.':
    'Le quota de {0} unités par seconde est épuisé. Réessayez plus tard.',
  'Production evaluated {} as true {} times since {}.':
    'En production, l’évaluation a donné {1} fois true depuis {2}.',
  'Nothing was changed.': 'Rien n’a été modifié.',
  'Remove the dependencies first.': 'Supprimez d’abord les dépendances.',
  'To make the change in any case, repeat it with force=true and a reason.':
    'Avec une raison, c’est quand même possible.',
  '1 dependent feature is on and would be off as well.':
    '1 fonctionnalité dépendante est activée et serait aussi désactivée.',
  '{} dependent features are on and would be off as well.':
    '{0} fonctionnalités dépendantes sont activées et seraient aussi désactivées.',
  'Events of the type {} cannot be undone. {}':
    'Les événements du type {0} ne peuvent pas être annulés. {1}',
  'The documentation lists the types that can.': 'La documentation dit lesquels le peuvent.',
  'Its author lacks the permission.': 'Il manque l’autorisation à son auteur.',
  'Its author, a user or an API token, no longer exists or has expired.':
    'Son auteur, un utilisateur ou un jeton d’API, n’existe plus ou a expiré.',
  'Its author can no longer see the project.': 'Son auteur ne voit plus le projet.',
  'Its owner may not turn features off there any more.':
    'Son propriétaire ne peut plus y désactiver de fonctionnalités.',
  'Changes require approvals there, and its owner may not do without.':
    'Les modifications y exigent des approbations, et son propriétaire ne peut s’en passer.',
  'The feature is archived, so it is off everywhere.':
    'La fonctionnalité est archivée, donc désactivée partout.',
  'The user has no password.': 'L’utilisateur n’a pas de mot de passe.',
  'The second factor was wrong.': 'Le second facteur était faux.',
  'The passkey is unknown, or its signature was wrong.':
    'La clé d’accès est inconnue, ou sa signature était fausse.',
};
