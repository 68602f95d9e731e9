/** French labels and sentences of events about access. */
export const FRENCH_ACCESS = {
  'api-token-created': ['Jeton d’API créé', 'a créé le jeton {type} {tokenName}'],
  'api-token-updated': ['Jeton d’API modifié', 'a modifié le jeton {type} {tokenName}'],
  'api-token-deleted': ['Jeton d’API supprimé', 'a supprimé le jeton {type} {tokenName}'],
  'pat-created': ['Jeton personnel créé', 'a créé un jeton personnel'],
  'pat-deleted': ['Jeton personnel supprimé', 'a supprimé un jeton personnel'],
  'user-logged-in': ['Connexion', 'a ouvert une session'],
  'user-login-failed': ['Connexion échouée', 'n’a pas réussi à se connecter'],
  'user-logged-out': ['Déconnexion', 'a quitté toutes ses sessions'],
  'user-second-factor-added': ['Second facteur ajouté', 'a ajouté le second facteur {name}'],
  'user-second-factor-updated': ['Second facteur renommé', 'a renommé un second facteur en {name}'],
  'user-second-factor-removed': ['Second facteur retiré', 'a retiré le second facteur {name}'],
  'user-second-factor-reset': [
    'Seconds facteurs réinitialisés',
    'a retiré tous les seconds facteurs de l’utilisateur {id}',
  ],
  'user-recovery-codes-created': [
    'Codes de récupération créés',
    'a créé de nouveaux codes de récupération',
  ],
  'user-recovery-code-used': [
    'Code de récupération utilisé',
    'a utilisé un code de récupération comme second facteur',
  ],
  'user-sessions-ended': ['Sessions terminées', 'a mis fin à des sessions de l’utilisateur {id}'],
  'user-password-changed': [
    'Mot de passe modifié',
    'a modifié le mot de passe de l’utilisateur {id}',
  ],
  'user-password-link-created': [
    'Lien de mot de passe créé',
    'a créé un lien de mot de passe pour l’utilisateur {id}',
  ],
  'api-token-used': ['Jeton d’API utilisé', 'a été utilisé, un jeton de type {type}'],
  'pat-used': ['Jeton personnel utilisé', 'a utilisé le jeton personnel {description}'],
  'user-created': ['Utilisateur créé', 'a créé l’utilisateur {username}'],
  'user-updated': ['Utilisateur modifié', 'a modifié l’utilisateur {username}'],
  'user-deleted': ['Utilisateur supprimé', 'a supprimé l’utilisateur {username}'],
  'public-signup-token-created': ['Lien d’invitation créé', 'a créé le lien d’invitation {name}'],
  'public-signup-token-updated': [
    'Lien d’invitation modifié',
    'a modifié le lien d’invitation {name}',
  ],
  'public-signup-token-user-added': [
    'Inscription',
    'a inscrit un utilisateur avec le lien d’invitation {name}',
  ],
  'user-identity-linked': [
    'Identité liée à un utilisateur',
    'a lié une identité chez un fournisseur d’identité à l’utilisateur {userId}',
  ],
  'user-identity-unlinked': [
    'Identité d’un utilisateur retirée',
    'a retiré une identité chez un fournisseur d’identité à l’utilisateur {userId}',
  ],
  'service-account-created': ['Compte de service créé', 'a créé le compte de service {username}'],
  'service-account-updated': [
    'Compte de service modifié',
    'a modifié le compte de service {username}',
  ],
  'service-account-deleted': [
    'Compte de service supprimé',
    'a supprimé le compte de service {username}',
  ],
  'federated-credential-created': ['Identifiant fédéré créé', 'a créé l’identifiant fédéré {name}'],
  'federated-credential-updated': [
    'Identifiant fédéré modifié',
    'a modifié l’identifiant fédéré {name}',
  ],
  'federated-credential-deleted': [
    'Identifiant fédéré supprimé',
    'a supprimé l’identifiant fédéré {name}',
  ],
  'federated-credential-used': [
    'Jeton échangé',
    'a échangé un jeton de {subject} contre le jeton {description} ' +
      'par l’identifiant fédéré {name}',
  ],
  'role-created': ['Rôle créé', 'a créé le rôle {name}'],
  'role-updated': ['Rôle modifié', 'a modifié le rôle {name}'],
  'role-deleted': ['Rôle supprimé', 'a supprimé le rôle {name}'],
  'group-created': ['Groupe créé', 'a créé le groupe {name}'],
  'group-updated': ['Groupe modifié', 'a modifié le groupe {name}'],
  'group-deleted': ['Groupe supprimé', 'a supprimé le groupe {name}'],
  'group-user-added': [
    'Utilisateur ajouté au groupe',
    'a ajouté l’utilisateur {userId} au groupe {groupId}',
  ],
  'group-user-removed': [
    'Utilisateur retiré du groupe',
    'a retiré l’utilisateur {userId} du groupe {groupId}',
  ],
  'project-access-added': [
    'Accès au projet accordé',
    'a accordé des rôles dans le projet {project}',
  ],
  'project-access-updated': [
    'Accès au projet modifié',
    'a remplacé tous les rôles dans le projet {project}',
  ],
  'project-access-user-roles-updated': [
    'Rôles d’un utilisateur dans le projet modifiés',
    'a modifié les rôles de l’utilisateur {userId} dans le projet {project}',
  ],
  'project-access-user-roles-deleted': [
    'Rôles d’un utilisateur dans le projet retirés',
    'a retiré à l’utilisateur {userId} tous ses rôles dans le projet {project}',
  ],
  'project-access-group-roles-updated': [
    'Rôles d’un groupe dans le projet modifiés',
    'a modifié les rôles du groupe {groupId} dans le projet {project}',
  ],
  'project-access-group-roles-deleted': [
    'Rôles d’un groupe dans le projet retirés',
    'a retiré au groupe {groupId} tous ses rôles dans le projet {project}',
  ],
  'project-access-addresses-updated': [
    'Adresses du projet modifiées',
    'a modifié depuis quelles adresses le projet {project} est accessible',
  ],
  'access-request-created': [
    'Accès demandé',
    'a demandé le rôle {role} dans le projet {project} : {reason}',
  ],
  'access-request-approved': [
    'Accès accordé',
    'a donné à {user} le rôle {role} dans le projet {project} pour un temps : {reason}',
  ],
  'access-request-denied': [
    'Accès refusé',
    'a refusé à {user} le rôle {role} dans le projet {project}',
  ],
  'access-request-withdrawn': [
    'Demande d’accès retirée',
    'a retiré la demande du rôle {role} dans le projet {project}',
  ],
  'access-request-ended': [
    'Accès temporaire terminé',
    'a mis fin au rôle {role} de {user} dans le projet {project} : {why}',
  ],
} as const;
