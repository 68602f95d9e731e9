import type * as en from '../refusals-of-input.js';

export const inputRefusals: Required<typeof en.inputRefusals> = {
  'The request cannot be used: {}': 'La demande n’est pas valable : {0}',
  '{} must be shorter than or equal to {} characters.': '{0} doit avoir au plus {1} caractères.',
  '{} must be longer than or equal to {} characters.': '{0} doit avoir au moins {1} caractères.',
  "{} must be made of letters, digits and - _ . ~ ! * ' ( ), and not . or ...":
    "{0} ne peut contenir que des lettres, des chiffres et - _ . ~ ! * ' ( ), et ne peut être . ou ...",
  '{} must be made of letters, digits and ~ _ . -, and not . or ...':
    '{0} ne peut contenir que des lettres, des chiffres et ~ _ . -, et ne peut être . ou ...',
  '{} must be made of letters, digits and _ ~ . -, and not one of . .. {}.':
    '{0} ne peut contenir que des lettres, des chiffres et _ ~ . -, et ne peut être . .. {1}.',
  '{} must not be less than {}.': '{0} doit être au moins {1}.',
  '{} must not be greater than {}.': '{0} doit être au plus {1}.',
  '{} must be a string.': '{0} doit être un texte.',
  '{} must be a number conforming to the specified constraints.': '{0} doit être un nombre.',
  '{} must be an integer number.': '{0} doit être un nombre entier.',
  '{} must be a boolean value.': '{0} doit être true ou false.',
  '{} must be an array.': '{0} doit être une liste.',
  '{} must be an email.': '{0} doit être une adresse e-mail.',
  '{} should not be empty.': '{0} ne doit pas être vide.',
  '{} must contain at least {} elements.': '{0} doit avoir au moins {1} éléments.',
  '{} must contain no more than {} elements.': '{0} doit avoir au plus {1} éléments.',
  '{} must not contain duplicate values.': '{0} ne doit pas contenir de doublons.',
  '{} must be a date and time like 2030-01-31T12:00:00Z.':
    '{0} doit être un moment comme 2030-01-31T12:00:00Z.',
  'The property {} is unknown.': 'La propriété {0} est inconnue.',
  'each value in {} must be an object.': 'Chaque valeur de {0} doit être un objet.',
  'The list has more than {} items.': 'La liste a plus de {0} éléments.',
  'A name must contain visible characters.': 'Un nom doit avoir des caractères visibles.',
  'An id must be a whole number from 0 to {}, not "{}".':
    'Un id doit être un nombre entier de 0 à {0}, et non « {1} ».',
  'The request cannot be read.': 'La demande est illisible.',
  'The body is larger than the allowed {} bytes.': 'C’est plus grand que les {0} octets permis.',
  'There is nothing at {} {}.': 'Il n’y a rien à {0} {1}.',
  'The name "{}" does not match the naming pattern of its project, ^{}${}.':
    'Le nom « {0} » ne suit pas le modèle de noms de son projet, ^{1}${2}.',
  'The example "{}" does not match the pattern ^{}$.':
    'L’exemple « {0} » ne suit pas le modèle ^{1}$.',
  'The pattern is not a regular expression: {}.':
    'Le modèle n’est pas une expression régulière : {0}.',
  'The pattern must not contain white space, because feature names cannot contain any.':
    'Le modèle ne doit pas contenir d’espace, car les noms de fonctionnalités n’en ont pas.',
  'There is an example of a feature name, but no pattern.':
    'Il y a un exemple de nom, mais pas de modèle.',
  'A feature name must have 1 to 100 characters.':
    'Le nom d’une fonctionnalité doit avoir de 1 à 100 caractères.',
  'The value of a tag must have 2 to 50 characters.':
    'La valeur d’un tag doit avoir de 2 à 50 caractères.',
  'A tag must have the form type:value, not "{}".':
    'Un tag a la forme type:valeur, et non « {0} ».',
  'The names of variants must be unique within the feature.':
    'Les noms des variantes doivent être différents.',
  'The fixed weights add up to {}, which is more than {}.':
    'Les poids fixes font {0}, plus que {1}.',
  'At least one variant must have the weightType "variable", to get the weight that fixed variants leave.':
    'Au moins une variante doit avoir un poids variable ; elle reçoit ce que les fixes laissent.',
  '{} needs at least one string in "values".': '{0} a besoin d’au moins une valeur.',
  '{} needs a "value": {}.': '{0} a besoin d’une valeur : {1}.',
  '"{}" is not a valid "value" for {}: it must be {}.':
    '« {0} » n’est pas une valeur valable pour {1}.',
  'A constraint can have at most {} values, not {}.':
    'Une contrainte peut avoir au plus {0} valeurs, et non {1}.',
  'A strategy can have at most {} constraints, not {}.':
    'Une stratégie peut avoir au plus {0} contraintes, et non {1}.',
  'A strategy can have at most {} segments, not {}.':
    'Une stratégie peut avoir au plus {0} segments, et non {1}.',
  'A feature can have at most {} strategies in an environment.':
    'Une fonctionnalité peut avoir au plus {0} stratégies dans un environnement.',
  'A feature can have at most {} links.': 'Une fonctionnalité peut avoir au plus {0} liens.',
  'The constraints of a segment can have at most {} values in total, not {}.':
    'Les contraintes d’un segment peuvent avoir au plus {0} valeurs au total, et non {1}.',
  'A context field can have at most {} legal values. Remove one first.':
    'Un champ de contexte peut avoir au plus {0} valeurs permises. Supprimez-en d’abord une.',
  'A project can have at most {} context fields.':
    'Un projet peut avoir au plus {0} champs de contexte.',
  'A project can have at most {} signals. Delete one first.':
    'Un projet peut avoir au plus {0} signaux. Supprimez-en d’abord un.',
  'A project can have at most {} emergency links. Revoke some first.':
    'Un projet peut avoir au plus {0} liens d’urgence. Révoquez-en d’abord.',
  '{} can have at most {} safeguards. Remove one first.':
    'La limite de {1} garde-fous est atteinte. Supprimez-en d’abord un.',
  'There can be at most {} banners. Delete one first.':
    'Il peut y avoir au plus {0} bannières. Supprimez-en d’abord une.',
  'There can be at most {} projects, including archived ones. Delete one first.':
    'Il peut y avoir au plus {0} projets, archivés compris. Supprimez-en d’abord un.',
  'There can be at most {} templates. Delete one first.':
    'Il peut y avoir au plus {0} modèles. Supprimez-en d’abord un.',
  'There can be at most {} release plan templates, including archived ones. Delete one first.':
    'Il peut y avoir au plus {0} modèles de plans de déploiement, archivés compris. Supprimez-en d’abord un.',
  'There can be at most {} views for each user. Delete one first.':
    'Chaque utilisateur peut avoir au plus {0} vues. Supprimez-en d’abord une.',
  'There are already {} tokens, the maximum. Delete one first.':
    'Il y a déjà {0} jetons, le maximum. Supprimez-en d’abord un.',
  'A user can have at most {} passkeys: remove one first.':
    'Un utilisateur peut avoir au plus {0} clés d’accès : supprimez-en d’abord une.',
  'The project "{}" has {} features, and its limit is {}. Archive some first.':
    'Le projet « {0} » a {1} fonctionnalités, et sa limite est {2}. Archivez-en d’abord.',
  'The project "{}" has {} features, and its limit is {}: {} more are too many.':
    'Le projet « {0} » a {1} fonctionnalités, et sa limite est {2} : {3} de plus, c’est trop.',
  'A change request can have at most {} changes, not {}.':
    'Une demande de modification peut avoir au plus {0} modifications, et non {1}.',
  'A change request can have at most {} comments. This one has as many.':
    'Une demande de modification peut avoir au plus {0} commentaires, et celle-ci en a autant.',
  'A release plan can have at most {} milestones, not {}.':
    'Un plan de déploiement peut avoir au plus {0} jalons, et non {1}.',
  'Features times tags are {} changes; one request can make at most {}. Send several requests.':
    'Fonctionnalités fois tags font {0} modifications ; au plus {1} à la fois. Choisissez-en moins.',
  'A feature with the name "{}" already exists.':
    'Une fonctionnalité du nom « {0} » existe déjà, peut-être aux archives.',
  'A segment with the name "{}" already exists.': 'Un segment du nom « {0} » existe déjà.',
  'A context field with the name "{}" already exists.':
    'Un champ de contexte du nom « {0} » existe déjà.',
  'A strategy with the name "{}" already exists.': 'Une stratégie du nom « {0} » existe déjà.',
  'A tag type with the name "{}" already exists.': 'Un type de tags du nom « {0} » existe déjà.',
  'The tag "{}" already exists.': 'Le tag « {0} » existe déjà.',
  'A project with the id "{}" already exists.': 'Un projet avec l’id « {0} » existe déjà.',
  'No free id could be derived from the name "{}". Choose another name, or set an id.':
    'Aucun id libre n’a pu être tiré du nom « {0} ». Choisissez un autre nom ou un id.',
  'An environment with the name "{}" already exists.':
    'Un environnement du nom « {0} » existe déjà.',
  '"{}": the project already has this environment.':
    '« {0} » : le projet a déjà cet environnement.',
  'A role with the name "{}" already exists.': 'Un rôle du nom « {0} » existe déjà.',
  'A group with the name "{}" already exists.': 'Un groupe du nom « {0} » existe déjà.',
  'A template with the name "{}" already exists.': 'Un modèle du nom « {0} » existe déjà.',
  'A release plan template with the name "{}" already exists.':
    'Un modèle de plan de déploiement du nom « {0} » existe déjà.',
  'A federated credential with the name "{}" already exists.':
    'Un identifiant fédéré du nom « {0} » existe déjà.',
  'A personal token with this description already exists.':
    'Un jeton personnel avec cette description existe déjà.',
  'There is a signal "{}" already.': 'Un signal « {0} » existe déjà.',
  'You have a view with this name already.': 'Vous avez déjà une vue de ce nom.',
  'A user with this e-mail address already exists.':
    'Un utilisateur avec cette adresse e-mail existe déjà.',
  'A user with this user name already exists.':
    'Un utilisateur avec ce nom d’utilisateur existe déjà.',
  'A user with this user name or e-mail address already exists.':
    'Un utilisateur avec ce nom d’utilisateur ou cette adresse e-mail existe déjà.',
  'A user or service account with the user name "{}" already exists.':
    'Un utilisateur ou un compte de service du nom « {0} » existe déjà.',
  'A user needs a user name or an e-mail address.':
    'Un utilisateur a besoin d’un nom d’utilisateur ou d’une adresse e-mail.',
};
