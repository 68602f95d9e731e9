/** German labels and sentences of events about access. */
export const GERMAN_ACCESS = {
  'api-token-created': ['API-Token erstellt', 'hat das {type}-Token {tokenName} erstellt'],
  'api-token-updated': ['API-Token geändert', 'hat das {type}-Token {tokenName} geändert'],
  'api-token-deleted': ['API-Token gelöscht', 'hat das {type}-Token {tokenName} gelöscht'],
  'pat-created': ['Persönliches Token erstellt', 'hat ein persönliches Token erstellt'],
  'pat-deleted': ['Persönliches Token gelöscht', 'hat ein persönliches Token gelöscht'],
  'user-logged-in': ['Angemeldet', 'hat sich angemeldet'],
  'user-login-failed': ['Anmeldung gescheitert', 'konnte sich nicht anmelden'],
  'user-logged-out': ['Abgemeldet', 'hat sich von allen Sitzungen abgemeldet'],
  'user-second-factor-added': [
    'Zweiter Faktor hinzugefügt',
    'hat den zweiten Faktor {name} hinzugefügt',
  ],
  'user-second-factor-updated': [
    'Zweiter Faktor umbenannt',
    'hat einen zweiten Faktor in {name} umbenannt',
  ],
  'user-second-factor-removed': [
    'Zweiter Faktor entfernt',
    'hat den zweiten Faktor {name} entfernt',
  ],
  'user-second-factor-reset': [
    'Zweite Faktoren zurückgesetzt',
    'hat alle zweiten Faktoren des Benutzers {id} entfernt',
  ],
  'user-recovery-codes-created': [
    'Wiederherstellungscodes erstellt',
    'hat neue Wiederherstellungscodes erstellt',
  ],
  'user-recovery-code-used': [
    'Wiederherstellungscode benutzt',
    'hat einen Wiederherstellungscode als zweiten Faktor benutzt',
  ],
  'user-sessions-ended': ['Sitzungen beendet', 'hat Sitzungen des Benutzers {id} beendet'],
  'user-password-changed': ['Passwort geändert', 'hat das Passwort des Benutzers {id} geändert'],
  'user-password-link-created': [
    'Passwort-Link erstellt',
    'hat einen Passwort-Link für den Benutzer {id} erstellt',
  ],
  'api-token-used': ['API-Token benutzt', 'wurde benutzt, ein Token vom Typ {type}'],
  'pat-used': ['Persönliches Token benutzt', 'hat das persönliche Token {description} benutzt'],
  'user-created': ['Benutzer erstellt', 'hat den Benutzer {username} erstellt'],
  'user-updated': ['Benutzer geändert', 'hat den Benutzer {username} geändert'],
  'user-deleted': ['Benutzer gelöscht', 'hat den Benutzer {username} gelöscht'],
  'public-signup-token-created': [
    'Einladungslink erstellt',
    'hat den Einladungslink {name} erstellt',
  ],
  'public-signup-token-updated': [
    'Einladungslink geändert',
    'hat den Einladungslink {name} geändert',
  ],
  'public-signup-token-user-added': [
    'Konto angelegt',
    'hat mit dem Einladungslink {name} ein Konto angelegt',
  ],
  'user-identity-linked': [
    'Identität mit Benutzer verknüpft',
    'hat eine Identität bei einem Identitätsanbieter mit dem Benutzer {userId} verknüpft',
  ],
  'user-identity-unlinked': [
    'Identität des Benutzers entfernt',
    'hat eine Identität bei einem Identitätsanbieter vom Benutzer {userId} entfernt',
  ],
  'service-account-created': ['Dienstkonto erstellt', 'hat das Dienstkonto {username} erstellt'],
  'service-account-updated': ['Dienstkonto geändert', 'hat das Dienstkonto {username} geändert'],
  'service-account-deleted': ['Dienstkonto gelöscht', 'hat das Dienstkonto {username} gelöscht'],
  'federated-credential-created': [
    'Föderierte Anmeldedaten erstellt',
    'hat die föderierten Anmeldedaten {name} erstellt',
  ],
  'federated-credential-updated': [
    'Föderierte Anmeldedaten geändert',
    'hat die föderierten Anmeldedaten {name} geändert',
  ],
  'federated-credential-deleted': [
    'Föderierte Anmeldedaten gelöscht',
    'hat die föderierten Anmeldedaten {name} gelöscht',
  ],
  'federated-credential-used': [
    'Token getauscht',
    'hat mit den föderierten Anmeldedaten {name} ein Token von {subject} ' +
      'gegen das Token {description} getauscht',
  ],
  'role-created': ['Rolle erstellt', 'hat die Rolle {name} erstellt'],
  'role-updated': ['Rolle geändert', 'hat die Rolle {name} geändert'],
  'role-deleted': ['Rolle gelöscht', 'hat die Rolle {name} gelöscht'],
  'group-created': ['Gruppe erstellt', 'hat die Gruppe {name} erstellt'],
  'group-updated': ['Gruppe geändert', 'hat die Gruppe {name} geändert'],
  'group-deleted': ['Gruppe gelöscht', 'hat die Gruppe {name} gelöscht'],
  'group-user-added': [
    'Benutzer zur Gruppe hinzugefügt',
    'hat den Benutzer {userId} zur Gruppe {groupId} hinzugefügt',
  ],
  'group-user-removed': [
    'Benutzer aus der Gruppe entfernt',
    'hat den Benutzer {userId} aus der Gruppe {groupId} entfernt',
  ],
  'project-access-added': [
    'Zugriff auf Projekt gegeben',
    'hat Rollen im Projekt {project} vergeben',
  ],
  'project-access-updated': [
    'Zugriff auf Projekt geändert',
    'hat alle Rollen im Projekt {project} neu vergeben',
  ],
  'project-access-user-roles-updated': [
    'Rollen eines Benutzers im Projekt geändert',
    'hat die Rollen des Benutzers {userId} im Projekt {project} geändert',
  ],
  'project-access-user-roles-deleted': [
    'Rollen eines Benutzers im Projekt entfernt',
    'hat dem Benutzer {userId} alle Rollen im Projekt {project} entzogen',
  ],
  'project-access-group-roles-updated': [
    'Rollen einer Gruppe im Projekt geändert',
    'hat die Rollen der Gruppe {groupId} im Projekt {project} geändert',
  ],
  'project-access-group-roles-deleted': [
    'Rollen einer Gruppe im Projekt entfernt',
    'hat der Gruppe {groupId} alle Rollen im Projekt {project} entzogen',
  ],
  'project-access-addresses-updated': [
    'Adressen des Projekts geändert',
    'hat geändert, von welchen Adressen das Projekt {project} erreichbar ist',
  ],
  'access-request-created': [
    'Zugriff angefragt',
    'hat um die Rolle {role} im Projekt {project} gebeten: {reason}',
  ],
  'access-request-approved': [
    'Zugriff genehmigt',
    'hat {user} die Rolle {role} im Projekt {project} auf Zeit gegeben: {reason}',
  ],
  'access-request-denied': [
    'Zugriff abgelehnt',
    'hat {user} die Rolle {role} im Projekt {project} verweigert',
  ],
  'access-request-withdrawn': [
    'Zugriffsanfrage zurückgezogen',
    'hat die Anfrage nach der Rolle {role} im Projekt {project} zurückgezogen',
  ],
  'access-request-ended': [
    'Zugriff auf Zeit beendet',
    'hat die Rolle {role} von {user} im Projekt {project} beendet: {why}',
  ],
} as const;
