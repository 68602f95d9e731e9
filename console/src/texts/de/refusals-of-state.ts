import type * as en from '../refusals-of-state.js';

export const stateRefusals: Required<typeof en.stateRefusals> = {
  'There is no feature "{}".': 'Es gibt kein Feature „{0}“.',
  'There is no feature "{}" in the project "{}".': 'Im Projekt „{1}“ gibt es kein Feature „{0}“.',
  'There is no feature "{}" in the project "{}" to use as a parent.':
    'Im Projekt „{1}“ gibt es kein Feature „{0}“, von dem eines abhängen könnte.',
  'There is no feature type "{}".': 'Es gibt keine Art „{0}“ von Features.',
  'There is no project "{}".': 'Es gibt kein Projekt „{0}“.',
  'There is no project "{}", or it is archived.':
    'Es gibt kein Projekt „{0}“, oder es ist archiviert.',
  'There is no environment "{}".': 'Es gibt keine Umgebung „{0}“.',
  'The project "{}" has no environment "{}".': 'Das Projekt „{0}“ hat keine Umgebung „{1}“.',
  'There is no segment with the id {}.': 'Es gibt kein Segment mit der ID {0}.',
  'There is no context field "{}".': 'Es gibt kein Kontextfeld „{0}“.',
  'There is no strategy "{}".': 'Es gibt keine Strategie „{0}“.',
  'There is no tag type "{}".': 'Es gibt keine Art „{0}“ von Tags.',
  'There is no role with the id {}.': 'Es gibt keine Rolle mit der ID {0}.',
  'There is no group with the id {}.': 'Es gibt keine Gruppe mit der ID {0}.',
  'There is no user {}.': 'Es gibt keinen Benutzer {0}.',
  'There is no such user.': 'Diesen Benutzer gibt es nicht.',
  'There is no change request {}.': 'Es gibt keinen Änderungsantrag {0}.',
  'There is no change request {} in the project "{}".':
    'Im Projekt „{1}“ gibt es keinen Änderungsantrag {0}.',
  'There is no schedule {} in the project "{}".': 'Im Projekt „{1}“ gibt es keinen Zeitplan {0}.',
  'There is no banner with the id {}.': 'Es gibt kein Banner mit der ID {0}.',
  'There is no event {}.': 'Es gibt kein Ereignis {0}.',
  'There is no release plan template "{}".': 'Es gibt keine Vorlage „{0}“ für Release-Pläne.',
  'There is no time zone "{}". Use a name such as Europe/Berlin.':
    'Es gibt keine Zeitzone „{0}“. Einen Namen wie Europe/Berlin verwenden.',
  'There is no such invite link.': 'Diesen Einladungslink gibt es nicht.',
  'The feature "{}" is archived. Revive it before changing it.':
    'Das Feature „{0}“ ist archiviert. Zuerst wiederherstellen, dann ändern.',
  'The feature "{}" is not archived.': 'Das Feature „{0}“ ist nicht archiviert.',
  'The feature "{}" is archived, so it cannot be a parent.':
    'Das Feature „{0}“ ist archiviert, also kann keines davon abhängen.',
  'A feature cannot depend on itself.': 'Ein Feature kann nicht von sich selbst abhängen.',
  'The feature "{}" depends on "{}", so it cannot be a parent.':
    'Das Feature „{0}“ hängt von „{1}“ ab, also kann keines davon abhängen.',
  'The feature "{}" depends on "{}", so "{}" cannot have a parent.':
    'Das Feature „{0}“ hängt von „{1}“ ab, also kann „{2}“ von keinem abhängen.',
  'Other features depend on this one. Remove these dependencies first.':
    'Andere Features hängen davon ab. Zuerst diese Abhängigkeiten entfernen.',
  'Archive the dependent features first, or remove their dependencies: {}.':
    'Zuerst die abhängigen Features archivieren, oder ihre Abhängigkeiten entfernen: {0}.',
  'The feature "{}" cannot be moved, because it depends on another feature, or another feature depends on it. Remove the dependencies first.':
    'Das Feature „{0}“ kann nicht verschoben werden, weil es von einem anderen abhängt oder ein anderes von ihm. Zuerst die Abhängigkeiten entfernen.',
  'The feature "{}" cannot be moved to the project "{}", which does not have the environments in which the feature is on: {}. Add them to the project, or turn the feature off there.':
    'Das Feature „{0}“ kann nicht in das Projekt „{1}“ verschoben werden, dem Umgebungen fehlen, in denen es an ist: {2}. Sie dem Projekt hinzufügen, oder das Feature dort ausschalten.',
  'The feature "{}" has constraints on context fields of its project: {}. Remove these constraints first.':
    'Das Feature „{0}“ hat Bedingungen mit Kontextfeldern seines Projekts: {1}. Zuerst diese Bedingungen entfernen.',
  '{} is in use and cannot be deleted. It is used by {}.':
    'Das ist in Gebrauch und kann nicht gelöscht werden. Verwendet von: {1}.',
  'The role "{}" is in use: {}. Remove it there first.':
    'Die Rolle „{0}“ ist in Gebrauch: {1}. Zuerst dort entfernen.',
  'The role "{}" is built in: it can be neither changed nor deleted. Create a custom role instead.':
    'Die Rolle „{0}“ ist eingebaut und kann weder geändert noch gelöscht werden. Eine eigene Rolle anlegen.',
  'The strategy "{}" is built in: it can be deprecated, but neither changed nor deleted.':
    'Die Strategie „{0}“ ist eingebaut: Sie kann weder geändert noch gelöscht werden.',
  'The context field "{}" is built in and cannot be deleted.':
    'Das Kontextfeld „{0}“ ist eingebaut und kann nicht gelöscht werden.',
  'The environment "{}" is protected: it can only be enabled and disabled, not changed or deleted.':
    'Die Umgebung „{0}“ ist geschützt: Sie kann weder geändert noch gelöscht werden.',
  '"{}" is the only environment of the project "{}", which needs at least one.':
    '„{0}“ ist die einzige Umgebung des Projekts „{1}“, das mindestens eine braucht.',
  '"{}" is the only environment of some projects. Add another one to them first: {}.':
    '„{0}“ ist die einzige Umgebung einiger Projekte. Ihnen zuerst eine andere hinzufügen: {1}.',
  'The project "{}" has features that are not archived. Archive them first.':
    'Das Projekt „{0}“ hat Features, die nicht archiviert sind. Sie zuerst archivieren.',
  'The project "{}" cannot be {}: every instance needs it.':
    'Das Projekt „{0}“ braucht jede Installation: Es kann weder archiviert noch gelöscht werden.',
  'The project "{}" needs at least one owner: assign another one first.':
    'Das Projekt „{0}“ braucht mindestens einen Besitzer: zuerst einen anderen bestimmen.',
  'The segment "{}" cannot belong to the project "{}": it is also used in {}.':
    'Das Segment „{0}“ kann nicht zum Projekt „{1}“ gehören: Es wird auch in {2} verwendet.',
  'The segment "{}" is used in {}, and you may not change segments there. Ask somebody with the permission, or create another segment.':
    'Das Segment „{0}“ wird in {1} verwendet, und dort dürfen Sie Segmente nicht ändern. Jemanden fragen, der das darf, oder ein anderes anlegen.',
  'You need one of these permissions to do this: {}.':
    'Dafür ist eine dieser Berechtigungen nötig: {0}.',
  'You can only grant, change and revoke permissions that you have yourself{}. You lack {}.':
    'Vergeben und entziehen können Sie nur, was Sie selbst haben. Ihnen fehlt {1}.',
  'Your permissions were changed while this request was carried out. Nothing was changed; repeat it.':
    'Währenddessen wurden Ihre Berechtigungen geändert. Nichts wurde geändert; noch einmal versuchen.',
  'With SKIP_CHANGE_REQUEST you can turn features off in an emergency: repeat the request with force=true and a reason. Otherwise you need one of these permissions: {}.':
    'Mit der Berechtigung SKIP_CHANGE_REQUEST können Sie im Notfall mit einer Begründung ausschalten. Sonst ist eine dieser nötig: {0}.',
  'Nothing was changed: the change affects an environment that requires approvals, in a project that you cannot see. Ask an administrator.':
    'Nichts wurde geändert: Eine betroffene Umgebung verlangt Genehmigungen, in einem Projekt, das Sie nicht sehen. Administratoren fragen.',
  'Give a reason: force=true requires the parameter reason.': 'Eine Begründung angeben.',
  'This token is read-only: it may only use the method GET.': 'Dieses Token darf nur lesen.',
  'This requires the session of a signed-in user; a token is not accepted.':
    'Dafür muss man angemeldet sein; ein Token genügt nicht.',
  'The session has ended. Sign in again.': 'Die Sitzung ist beendet. Neu anmelden.',
  'The user name or the password is wrong.': 'Der Benutzername oder das Passwort ist falsch.',
  'The password was wrong.': 'Das Passwort war falsch.',
  'The second factor is wrong or was already used.':
    'Der zweite Faktor ist falsch oder wurde schon verwendet.',
  'The passkey is unknown, or its challenge has expired. Start again.':
    'Der Passkey ist unbekannt, oder es hat zu lange gedauert. Von vorn beginnen.',
  'code is not a current code of the app. Check the clock of the device, or set up the app again.':
    'Das ist kein aktueller Code der App. Die Uhr des Geräts prüfen, oder die App neu einrichten.',
  'You signed in more than {} minutes ago. Sign out, sign in again, and then create the token.':
    'Ihre Anmeldung ist mehr als {0} Minuten her. Abmelden, neu anmelden, und dann das Token erstellen.',
  'You must have a second factor: add another one before you remove this one.':
    'Sie brauchen einen zweiten Faktor: einen anderen hinzufügen, bevor Sie diesen entfernen.',
  'The password must have at least {} characters.':
    'Das Passwort muss mindestens {0} Zeichen haben.',
  'The password must have at most {} characters.': 'Das Passwort darf höchstens {0} Zeichen haben.',
  'The password must not be empty.': 'Das Passwort darf nicht leer sein.',
  'The password is known from breaches, or easily derived from such a password. Choose another one.':
    'Das Passwort ist aus Datenlecks bekannt oder leicht daraus abzuleiten. Ein anderes wählen.',
  'The password mainly consists of the name of the user or the service. Choose another one.':
    'Das Passwort besteht vor allem aus dem Namen des Benutzers oder des Dienstes. Ein anderes wählen.',
  'oldPassword is not the password of the user.': 'Das bisherige Passwort ist falsch.',
  'confirmPassword must be the same as password.': 'Die beiden Passwörter sind verschieden.',
  'The link is unknown, already used or expired. Ask an administrator for a new one.':
    'Der Link ist unbekannt, schon verwendet oder abgelaufen. Administratoren um einen neuen bitten.',
  'The invite link is unknown, disabled or expired. Ask an administrator for a new one.':
    'Der Einladungslink ist unbekannt, deaktiviert oder abgelaufen. Administratoren um einen neuen bitten.',
  'expiresAt must be in the future.': 'Das Ende muss in der Zukunft liegen.',
  'expiresAt must be at most {} days from now, the maximum lifetime of personal tokens (PERSONAL_TOKEN_MAX_DAYS).':
    'Das Ende darf höchstens {0} Tage entfernt sein (PERSONAL_TOKEN_MAX_DAYS).',
  'Choose a time in the future.': 'Einen Zeitpunkt in der Zukunft wählen.',
  'Choose a time within the next five years.':
    'Einen Zeitpunkt in den nächsten fünf Jahren wählen.',
  'You created this change request, so somebody else has to review it.':
    'Sie haben diesen Änderungsantrag erstellt, also muss ihn jemand anders prüfen.',
  'Authors cannot review their own change requests.':
    'Eigene Änderungsanträge kann man nicht selbst prüfen.',
  'Only the author can send a change request to review.':
    'Nur wer den Änderungsantrag erstellt hat, kann ihn zur Prüfung geben.',
  'Only the author or an administrator can cancel a change request.':
    'Nur wer ihn erstellt hat, oder ein Administrator, kann einen Änderungsantrag abbrechen.',
  'The change request {} has {} of {} required approvals.':
    'Der Änderungsantrag {0} hat {1} von {2} nötigen Genehmigungen.',
  'The change request {} is not approved yet.': 'Der Änderungsantrag {0} ist noch nicht genehmigt.',
  'The draft was sent to review meanwhile. Try again.':
    'Der Entwurf wurde inzwischen zur Prüfung gegeben. Noch einmal versuchen.',
  'A draft was created at the same time. Try again.':
    'Gleichzeitig entstand ein Entwurf. Noch einmal versuchen.',
  'It has changed since the change was added.':
    'Es hat sich geändert, seit die Änderung hinzugefügt wurde.',
  'It may have changed since the change was added.':
    'Es hat sich vielleicht geändert, seit die Änderung hinzugefügt wurde.',
  'The schedule {} is {}, so it can no longer be changed. Create another one.':
    'Der Zeitplan {0} kann nicht mehr geändert werden. Einen anderen anlegen.',
  'The release plan has no milestone "{}".': 'Der Release-Plan hat keinen Meilenstein „{0}“.',
  'The feature already has a release plan in this environment. Remove it first.':
    'Das Feature hat in dieser Umgebung schon einen Release-Plan. Zuerst entfernen.',
  'The milestone "{}" has no strategies, so nobody would get the feature. Add one first.':
    'Der Meilenstein „{0}“ hat keine Strategien, also bekäme niemand das Feature. Zuerst eine hinzufügen.',
  'A signal needs at least one feature or tag to turn off.':
    'Ein Signal braucht mindestens ein Feature oder Tag, das es ausschaltet.',
  'Event {} was undone by event {}. To change it again, undo event {}.':
    'Das Ereignis {0} wurde durch das Ereignis {1} rückgängig gemacht.',
  'Event {} has no effect any more: everything is as it was before it.':
    'Das Ereignis {0} wirkt nicht mehr: Alles ist wie davor.',
  'History is kept from {} on. Ask for that or a later time.':
    'Die Geschichte reicht bis {0} zurück.',
  'You have asked for this already: it waits for a decision.':
    'Darum haben Sie schon gebeten: Die Entscheidung steht aus.',
  'Somebody else has to decide about your own request.':
    'Über Ihre eigene Anfrage muss jemand anders entscheiden.',
  'The body is not valid JSON.': 'Das ist kein gültiges JSON.',
  'The object has another version than If-Match requires. Nothing was changed; read it again, and repeat the change if it is still right.':
    'Jemand hat das seit dem Öffnen geändert. Nichts wurde geändert; neu laden und erneut versuchen.',
  'The database cannot be reached at the moment. Try again in a few seconds.':
    'Die Datenbank ist gerade nicht erreichbar. In ein paar Sekunden erneut versuchen.',
  'The database is too busy at the moment. Nothing was changed; try again in a few seconds.':
    'Die Datenbank ist gerade überlastet. Nichts wurde geändert; in ein paar Sekunden erneut versuchen.',
  'Another change of the same object is still in progress. Nothing was changed; try again in a few seconds.':
    'Eine andere Änderung davon läuft noch. Nichts wurde geändert; in ein paar Sekunden erneut versuchen.',
  'The service is too busy to process this. Nothing was changed; try again in a few seconds.':
    'Der Dienst ist gerade überlastet. Nichts wurde geändert; in ein paar Sekunden erneut versuchen.',
  'This instance is being stopped.': 'Der Dienst wird gerade beendet. Gleich erneut versuchen.',
  'Too many requests, please try again later.': 'Zu viele Anfragen. Später erneut versuchen.',
  'You already have {} searches or lists in progress, the maximum for one caller. Wait until one of them has finished.':
    'Bei Ihnen laufen schon {0} Suchen. Warten, bis eine fertig ist.',
  'This caller has used up its quota of {} units a second ({}). Try again later.':
    'Das Kontingent von {0} Einheiten je Sekunde ist aufgebraucht. Später erneut versuchen.',
  'Production evaluated {} as true {} times since {}.':
    'In der Produktion ergab die Auswertung {1}-mal true seit {2}.',
  'Nothing was changed.': 'Nichts wurde geändert.',
  'Remove the dependencies first.': 'Zuerst die Abhängigkeiten entfernen.',
  'To make the change in any case, repeat it with force=true and a reason.':
    'Mit einer Begründung geht es trotzdem.',
  '1 dependent feature is on and would be off as well.':
    '1 abhängiges Feature ist an und wäre dann auch aus.',
  '{} dependent features are on and would be off as well.':
    '{0} abhängige Features sind an und wären dann auch aus.',
  'Events of the type {} cannot be undone. {}':
    'Ereignisse des Typs {0} lassen sich nicht rückgängig machen. {1}',
  'The documentation lists the types that can.': 'Bei welchen es geht, steht in der Dokumentation.',
  'Its author lacks the permission.': 'Wer das wollte, hat die Berechtigung nicht.',
  'Its author, a user or an API token, no longer exists or has expired.':
    'Wer das wollte, ein Benutzer oder API-Token, existiert nicht mehr oder ist abgelaufen.',
  'Its author can no longer see the project.': 'Wer das wollte, sieht das Projekt nicht mehr.',
  'Its owner may not turn features off there any more.':
    'Wem das gehört, darf dort keine Features mehr ausschalten.',
  'Changes require approvals there, and its owner may not do without.':
    'Änderungen verlangen dort Genehmigungen, und wem das gehört, darf nicht darauf verzichten.',
  'The feature is archived, so it is off everywhere.':
    'Das Feature ist archiviert, also überall aus.',
  'The user has no password.': 'Der Benutzer hat kein Passwort.',
  'The second factor was wrong.': 'Der zweite Faktor war falsch.',
  'The passkey is unknown, or its signature was wrong.':
    'Der Passkey ist unbekannt, oder seine Signatur war falsch.',
};
