export const signInTexts = {
  title: 'Sign in',
  secondFactor: 'Confirm that it is you',
  username: 'User name or e-mail address',
  password: 'Password',
  showPassword: 'Show the password',
  submit: 'Sign in',
  code: 'Code',
  codeHint: 'Six digits from your authenticator app.',
  recoveryCode: 'Recovery code',
  recoveryHint: 'One of the codes that you saved. It works once.',
  useRecovery: 'Use a recovery code',
  useCode: 'Use a code from the app',
  usePasskey: 'Use a passkey',
  signInAgain: 'Sign in another way',
  passkey: 'Sign in with a passkey',
  noPasskey: 'No passkey was used. Try again, or choose another way.',
  ended: 'Your session has ended. Sign in again. What was not saved yet has not been changed.',
  oidc: 'Sign in with OpenID Connect',
  saml: 'Sign in with SAML',
  firstStart: 'Is this the first start?',
  firstStartHint:
    'At its first start, the service has printed the user name and the password of the first ' +
    'administrator in its output, unless they were configured. Sign in with them, then invite ' +
    'others.',
  confirmTitle: 'Confirm that it is you',
  confirmHint: 'This change needs a recent confirmation.',
  confirm: 'Confirm',
  methods: {
    totp: 'Code from your app',
    'recovery-code': 'Recovery code',
    password: 'Password',
  } as Record<string, string>,
};
