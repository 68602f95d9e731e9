import type * as en from '../refusals-of-input.js';

export const inputRefusals: Required<typeof en.inputRefusals> = {
  'The request cannot be used: {}': 'Die Anfrage ist ungültig: {0}',
  '{} must be shorter than or equal to {} characters.': '{0} darf höchstens {1} Zeichen haben.',
  '{} must be longer than or equal to {} characters.': '{0} muss mindestens {1} Zeichen haben.',
  "{} must be made of letters, digits and - _ . ~ ! * ' ( ), and not . or ...":
    "{0} darf nur Buchstaben, Ziffern und - _ . ~ ! * ' ( ) enthalten, und nicht . oder .. sein.",
  '{} must be made of letters, digits and ~ _ . -, and not . or ...':
    '{0} darf nur Buchstaben, Ziffern und ~ _ . - enthalten, und nicht . oder .. sein.',
  '{} must be made of letters, digits and _ ~ . -, and not one of . .. {}.':
    '{0} darf nur Buchstaben, Ziffern und _ ~ . - enthalten, und nicht . .. {1} sein.',
  '{} must not be less than {}.': '{0} muss mindestens {1} sein.',
  '{} must not be greater than {}.': '{0} darf höchstens {1} sein.',
  '{} must be a string.': '{0} muss ein Text sein.',
  '{} must be a number conforming to the specified constraints.': '{0} muss eine Zahl sein.',
  '{} must be an integer number.': '{0} muss eine ganze Zahl sein.',
  '{} must be a boolean value.': '{0} muss true oder false sein.',
  '{} must be an array.': '{0} muss eine Liste sein.',
  '{} must be an email.': '{0} muss eine E-Mail-Adresse sein.',
  '{} should not be empty.': '{0} darf nicht leer sein.',
  '{} must contain at least {} elements.': '{0} muss mindestens {1} Einträge haben.',
  '{} must contain no more than {} elements.': '{0} darf höchstens {1} Einträge haben.',
  '{} must not contain duplicate values.': '{0} darf keine doppelten Werte enthalten.',
  '{} must be a date and time like 2030-01-31T12:00:00Z.':
    '{0} muss ein Zeitpunkt wie 2030-01-31T12:00:00Z sein.',
  'The property {} is unknown.': 'Die Eigenschaft {0} ist unbekannt.',
  'each value in {} must be an object.': 'Jeder Wert in {0} muss ein Objekt sein.',
  'The list has more than {} items.': 'Die Liste hat mehr als {0} Einträge.',
  'A name must contain visible characters.': 'Ein Name braucht sichtbare Zeichen.',
  'An id must be a whole number from 0 to {}, not "{}".':
    'Eine ID muss eine ganze Zahl von 0 bis {0} sein, nicht „{1}“.',
  'The request cannot be read.': 'Die Anfrage ist nicht lesbar.',
  'The body is larger than the allowed {} bytes.': 'Das ist größer als die erlaubten {0} Bytes.',
  'There is nothing at {} {}.': 'Unter {0} {1} ist nichts.',
  'The name "{}" does not match the naming pattern of its project, ^{}${}.':
    'Der Name „{0}“ entspricht nicht dem Namensmuster seines Projekts, ^{1}${2}.',
  'The example "{}" does not match the pattern ^{}$.':
    'Das Beispiel „{0}“ entspricht nicht dem Muster ^{1}$.',
  'The pattern is not a regular expression: {}.': 'Das Muster ist kein regulärer Ausdruck: {0}.',
  'The pattern must not contain white space, because feature names cannot contain any.':
    'Das Muster darf keine Leerzeichen enthalten, weil Namen von Features keine haben.',
  'There is an example of a feature name, but no pattern.':
    'Es gibt ein Beispiel für einen Namen, aber kein Muster.',
  'A feature name must have 1 to 100 characters.':
    'Der Name eines Features muss 1 bis 100 Zeichen haben.',
  'The value of a tag must have 2 to 50 characters.':
    'Der Wert eines Tags muss 2 bis 50 Zeichen haben.',
  'A tag must have the form type:value, not "{}".': 'Ein Tag hat die Form Typ:Wert, nicht „{0}“.',
  'The names of variants must be unique within the feature.':
    'Die Namen der Varianten müssen sich unterscheiden.',
  'The fixed weights add up to {}, which is more than {}.':
    'Die festen Gewichte ergeben {0}, mehr als {1}.',
  'At least one variant must have the weightType "variable", to get the weight that fixed variants leave.':
    'Mindestens eine Variante muss ein variables Gewicht haben; sie bekommt, was die festen übrig lassen.',
  '{} needs at least one string in "values".': '{0} braucht mindestens einen Wert.',
  '{} needs a "value": {}.': '{0} braucht einen Wert: {1}.',
  '"{}" is not a valid "value" for {}: it must be {}.': '„{0}“ ist kein gültiger Wert für {1}.',
  'A constraint can have at most {} values, not {}.':
    'Eine Bedingung kann höchstens {0} Werte haben, nicht {1}.',
  'A strategy can have at most {} constraints, not {}.':
    'Eine Strategie kann höchstens {0} Bedingungen haben, nicht {1}.',
  'A strategy can have at most {} segments, not {}.':
    'Eine Strategie kann höchstens {0} Segmente haben, nicht {1}.',
  'A feature can have at most {} strategies in an environment.':
    'Ein Feature kann in einer Umgebung höchstens {0} Strategien haben.',
  'A feature can have at most {} links.': 'Ein Feature kann höchstens {0} Links haben.',
  'The constraints of a segment can have at most {} values in total, not {}.':
    'Die Bedingungen eines Segments können zusammen höchstens {0} Werte haben, nicht {1}.',
  'A context field can have at most {} legal values. Remove one first.':
    'Ein Kontextfeld kann höchstens {0} zulässige Werte haben. Zuerst einen entfernen.',
  'A project can have at most {} context fields.':
    'Ein Projekt kann höchstens {0} Kontextfelder haben.',
  'A project can have at most {} signals. Delete one first.':
    'Ein Projekt kann höchstens {0} Signale haben. Zuerst eines löschen.',
  'A project can have at most {} emergency links. Revoke some first.':
    'Ein Projekt kann höchstens {0} Notfall-Links haben. Zuerst einige widerrufen.',
  '{} can have at most {} safeguards. Remove one first.':
    'Die Grenze von {1} Schutzregeln ist erreicht. Zuerst eine entfernen.',
  'There can be at most {} banners. Delete one first.':
    'Es kann höchstens {0} Banner geben. Zuerst eines löschen.',
  'There can be at most {} projects, including archived ones. Delete one first.':
    'Es kann mit den archivierten höchstens {0} Projekte geben. Zuerst eines löschen.',
  'There can be at most {} templates. Delete one first.':
    'Es kann höchstens {0} Vorlagen geben. Zuerst eine löschen.',
  'There can be at most {} release plan templates, including archived ones. Delete one first.':
    'Es kann mit den archivierten höchstens {0} Vorlagen für Release-Pläne geben. Zuerst eine löschen.',
  'There can be at most {} views for each user. Delete one first.':
    'Jeder Benutzer kann höchstens {0} Ansichten haben. Zuerst eine löschen.',
  'There are already {} tokens, the maximum. Delete one first.':
    'Es gibt schon {0} Tokens, mehr sind nicht möglich. Zuerst eines löschen.',
  'A user can have at most {} passkeys: remove one first.':
    'Ein Benutzer kann höchstens {0} Passkeys haben: zuerst einen entfernen.',
  'The project "{}" has {} features, and its limit is {}. Archive some first.':
    'Das Projekt „{0}“ hat {1} Features, die Grenze ist {2}. Zuerst einige archivieren.',
  'The project "{}" has {} features, and its limit is {}: {} more are too many.':
    'Das Projekt „{0}“ hat {1} Features, die Grenze ist {2}: {3} mehr sind zu viele.',
  'A change request can have at most {} changes, not {}.':
    'Ein Änderungsantrag kann höchstens {0} Änderungen haben, nicht {1}.',
  'A change request can have at most {} comments. This one has as many.':
    'Ein Änderungsantrag kann höchstens {0} Kommentare haben, und dieser hat so viele.',
  'A release plan can have at most {} milestones, not {}.':
    'Ein Release-Plan kann höchstens {0} Meilensteine haben, nicht {1}.',
  'Features times tags are {} changes; one request can make at most {}. Send several requests.':
    'Features mal Tags ergeben {0} Änderungen; höchstens {1} gehen auf einmal. Weniger auswählen.',
  'A feature with the name "{}" already exists.':
    'Ein Feature mit dem Namen „{0}“ gibt es schon, vielleicht im Archiv.',
  'A segment with the name "{}" already exists.': 'Ein Segment mit dem Namen „{0}“ gibt es schon.',
  'A context field with the name "{}" already exists.':
    'Ein Kontextfeld mit dem Namen „{0}“ gibt es schon.',
  'A strategy with the name "{}" already exists.':
    'Eine Strategie mit dem Namen „{0}“ gibt es schon.',
  'A tag type with the name "{}" already exists.':
    'Eine Art von Tags mit dem Namen „{0}“ gibt es schon.',
  'The tag "{}" already exists.': 'Das Tag „{0}“ gibt es schon.',
  'A project with the id "{}" already exists.': 'Ein Projekt mit der ID „{0}“ gibt es schon.',
  'No free id could be derived from the name "{}". Choose another name, or set an id.':
    'Aus dem Namen „{0}“ ergab sich keine freie ID. Einen anderen Namen oder eine ID wählen.',
  'An environment with the name "{}" already exists.':
    'Eine Umgebung mit dem Namen „{0}“ gibt es schon.',
  '"{}": the project already has this environment.': '„{0}“: Das Projekt hat diese Umgebung schon.',
  'A role with the name "{}" already exists.': 'Eine Rolle mit dem Namen „{0}“ gibt es schon.',
  'A group with the name "{}" already exists.': 'Eine Gruppe mit dem Namen „{0}“ gibt es schon.',
  'A template with the name "{}" already exists.':
    'Eine Vorlage mit dem Namen „{0}“ gibt es schon.',
  'A release plan template with the name "{}" already exists.':
    'Eine Vorlage für Release-Pläne mit dem Namen „{0}“ gibt es schon.',
  'A federated credential with the name "{}" already exists.':
    'Föderierte Anmeldedaten mit dem Namen „{0}“ gibt es schon.',
  'A personal token with this description already exists.':
    'Ein persönliches Token mit dieser Beschreibung gibt es schon.',
  'There is a signal "{}" already.': 'Ein Signal „{0}“ gibt es schon.',
  'You have a view with this name already.': 'Sie haben schon eine Ansicht mit diesem Namen.',
  'A user with this e-mail address already exists.':
    'Einen Benutzer mit dieser E-Mail-Adresse gibt es schon.',
  'A user with this user name already exists.':
    'Einen Benutzer mit diesem Benutzernamen gibt es schon.',
  'A user with this user name or e-mail address already exists.':
    'Einen Benutzer mit diesem Benutzernamen oder dieser E-Mail-Adresse gibt es schon.',
  'A user or service account with the user name "{}" already exists.':
    'Einen Benutzer oder ein Dienstkonto mit dem Namen „{0}“ gibt es schon.',
  'A user needs a user name or an e-mail address.':
    'Ein Benutzer braucht einen Benutzernamen oder eine E-Mail-Adresse.',
};
