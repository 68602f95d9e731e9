import type * as en from '../sign-in.js';

export const signInTexts: typeof en.signInTexts = {
  title: 'Anmelden',
  secondFactor: 'Bestätigen, dass Sie es sind',
  username: 'Benutzername oder E-Mail-Adresse',
  password: 'Passwort',
  showPassword: 'Passwort anzeigen',
  submit: 'Anmelden',
  code: 'Code',
  codeHint: 'Sechs Ziffern aus Ihrer Authenticator-App.',
  recoveryCode: 'Wiederherstellungscode',
  recoveryHint: 'Einer der gespeicherten Codes. Er gilt einmal.',
  useRecovery: 'Wiederherstellungscode verwenden',
  useCode: 'Code aus der App verwenden',
  usePasskey: 'Passkey verwenden',
  signInAgain: 'Anders anmelden',
  passkey: 'Mit einem Passkey anmelden',
  noPasskey: 'Es wurde kein Passkey verwendet. Erneut versuchen oder einen anderen Weg wählen.',
  ended:
    'Ihre Sitzung ist zu Ende. Melden Sie sich neu an. Was nicht gespeichert war, wurde nicht geändert.',
  oidc: 'Mit OpenID Connect anmelden',
  saml: 'Mit SAML anmelden',
  firstStart: 'Ist das der erste Start?',
  firstStartHint:
    'Beim ersten Start hat der Dienst Benutzername und Passwort des ersten Administrators ' +
    'ausgegeben, wenn sie nicht konfiguriert waren. Melden Sie sich damit an, und laden Sie dann ' +
    'andere ein.',
  confirmTitle: 'Bestätigen, dass Sie es sind',
  confirmHint: 'Diese Änderung braucht eine frische Bestätigung.',
  confirm: 'Bestätigen',
  methods: {
    totp: 'Code aus Ihrer App',
    'recovery-code': 'Wiederherstellungscode',
    password: 'Passwort',
  },
};
