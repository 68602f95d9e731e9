import type * as en from '../links.js';

export const linkTexts: typeof en.linkTexts = {
  signUp: 'Konto anlegen',
  choose: 'Passwort wählen',
  forYou: (name, email) => `Für ${[name, email].filter(Boolean).join(', ')}.`,
  email: 'E-Mail-Adresse',
  name: 'Name',
  username: 'Benutzername',
  usernameHint: 'Auf Wunsch. Damit können Sie sich anmelden.',
  password: 'Passwort',
  again: 'Passwort, noch einmal',
  passwordHint:
    'Ein paar Wörter, auf die niemand käme, sind ein gutes Passwort: je länger, desto besser. ' +
    'Welche Arten von Zeichen es hat, ist egal.',
  show: 'Passwort anzeigen',
  different: 'Die beiden Passwörter sind verschieden.',
  save: 'Passwort setzen',
  revoke: 'Auch meine persönlichen Tokens widerrufen',
  revokeHint: 'Falls jemand anderes Ihr Passwort kennt, kann er Tokens erstellt haben.',
  welcome: 'Willkommen! Sie können sich jetzt anmelden.',
  isSet: 'Ihr Passwort ist gesetzt. Sie können sich jetzt damit anmelden.',
  goOn: 'Anmelden',
  missingTitle: 'Der Link ist unvollständig',
  missing:
    'Den ganzen Link aus der Nachricht erneut öffnen. Sein geheimer Teil bleibt nicht in der ' +
    'Adresse dieser Seite. Wenn er nicht mehr gilt, hilft die Administration mit einem neuen.',
  forgotten: 'Passwort vergessen?',
  forgottenTitle: 'Link für ein neues Passwort',
  forgottenHint:
    'Wenn dieser Dienst Mails sendet und Ihre Adresse kennt, bekommen Sie in ein paar Minuten ' +
    'einen Link. Sonst kann die Administration einen für Sie erstellen.',
  send: 'Link senden',
  sent: (email) =>
    `Wenn es ein Konto mit der Adresse ${email} gibt und dieser Dienst Mails sendet, ist ein ` +
    'Link unterwegs. Kommt keiner an, hilft die Administration.',
  back: 'Zurück zur Anmeldung',
};
