import type * as en from '../sign-on.js';

export const signOnTexts: typeof en.signOnTexts = {
  title: 'Réglages de connexion',
  intro: 'Comment les personnes se connectent, et comment leurs sessions sont protégées.',
  change: 'Modifier',
  changeOf: (what) => `Modifier : ${what}`,
  saved: (what) => `${what} : les réglages sont enregistrés.`,
  on: 'oui',
  off: 'non',
  notSet: 'non défini',
  isSet: 'défini',
  never: 'jamais',
  nobody: 'personne',
  secretHint:
    'Le secret enregistré est gardé tant que ce champ contient *****. Un champ vide le retire.',
  tryHint:
    'Une fois activé, essayez-le dans une fenêtre privée, qui laisse votre session ici telle quelle :',
  metadata: 'Métadonnées de ce service',
  redirect: 'Adresse de redirection pour le fournisseur',
  consumer: 'Service de réception des assertions',
  entity: 'Entity ID de ce service',
  password: {
    title: 'Mot de passe',
    disabled: 'La connexion par mot de passe est désactivée',
    disabledHint: 'Possible seulement tant qu’un administrateur peut se connecter autrement.',
  },
  oidc: {
    title: 'OpenID Connect',
    discoverUrl: 'URL du fournisseur',
    discoverUrlHint: 'L’émetteur, ou son document de découverte. Nécessaire pour l’activer.',
    clientId: 'ID client',
    secret: 'Secret client',
    enableSingleSignOut: 'Se déconnecter ici déconnecte aussi chez le fournisseur',
    acrValues: 'Contextes d’authentification exigés',
    acrValuesHint:
      'Valeurs d’acr_values, séparées par des espaces. Le fournisseur en confirme une.',
    algorithm: 'Algorithme de signature des jetons d’identité',
    addGroupsScope: 'Demander le scope groups',
    enablePkce: 'Utiliser PKCE',
  },
  saml: {
    title: 'SAML',
    entityId: 'Entity ID du fournisseur',
    signOnUrl: 'URL de connexion unique',
    certificate: 'Certificat du fournisseur',
    certificateHint:
      'PEM ou base64. Plusieurs en PEM pendant que le fournisseur change de certificat.',
    signOutUrl: 'URL de déconnexion unique',
    spCertificate: 'Clé privée de ce service',
    spCertificateHint:
      'RSA en PEM, pour signer les requêtes. Avec son certificat pour les métadonnées.',
  },
  directory: {
    title: 'Annuaire (SCIM)',
    enabled: 'Un annuaire gère les utilisateurs et les groupes',
    enabledHint: 'Leurs noms et membres ne peuvent pas être modifiés ici pendant ce temps.',
    takesOver: 'Il reprend les utilisateurs et groupes qui existent déjà',
    takesOverHint: 'Ceux de même nom ou de même adresse e-mail, avec leurs rôles.',
    address: 'Adresse pour l’annuaire',
    token: 'Jeton créé',
    generate: 'Créer un jeton',
    first: 'L’annuaire envoie ce jeton avec chaque requête. Il est affiché une fois.',
    replaces: 'L’annuaire a besoin du nouveau jeton aussitôt : l’ancien ne marche plus.',
  },
  common: {
    enabled: 'Activé',
    autoCreate: 'Créer les utilisateurs inconnus à leur première connexion',
    linkByEmail: 'Se fier aux adresses e-mail que le fournisseur n’a pas vérifiées',
    linkByEmailHint:
      'Lie l’identité à l’utilisateur de cette adresse à la première connexion. Les ' +
      'administrateurs ne sont jamais liés ainsi.',
    role: 'Rôle des utilisateurs créés',
    emailDomains: 'Seulement les adresses e-mail de ces domaines',
    emailDomainsHint: 'Séparés par des virgules. Vide : tous.',
    groupSyncing: 'Les appartenances aux groupes suivent le fournisseur',
    groupPath: 'Chemin des noms de groupes',
    groupPathHint: 'Dans les claims ou attributs, par exemple realm_access.roles.',
  },
  security: {
    title: 'Sessions et seconds facteurs',
    required: 'Tout le monde a besoin d’un second facteur',
    roles: 'Les personnes avec ces rôles ont besoin d’un second facteur',
    afterSso: 'Demander le second facteur aussi après la connexion unique',
    confirmation: 'Minutes de validité d’une confirmation',
    idle: 'Minutes sans requête après lesquelles une session prend fin',
    idleHint: 'Vide : jamais.',
  },
};
