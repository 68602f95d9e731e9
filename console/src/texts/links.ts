export const linkTexts = {
  signUp: 'Sign up',
  choose: 'Choose a password',
  forYou: (name: string | undefined, email: string): string =>
    `For ${[name, email].filter(Boolean).join(', ')}.`,
  email: 'E-mail address',
  name: 'Name',
  username: 'User name',
  usernameHint: 'If you want one. You can sign in with it.',
  password: 'Password',
  again: 'Password, once more',
  passwordHint:
    'Some words that nobody would guess are a good password: the longer, the better. Which kinds ' +
    'of characters it has does not matter.',
  show: 'Show the password',
  different: 'The two passwords are not the same.',
  save: 'Set the password',
  revoke: 'Also revoke my personal tokens',
  revokeHint: 'If somebody else may know your password, they may have created tokens.',
  welcome: 'Welcome! You can sign in now.',
  isSet: 'Your password is set. You can sign in with it now.',
  goOn: 'Sign in',
  missingTitle: 'The link is not complete',
  missing:
    'Open the complete link from the message that you received again. Its secret part is not kept ' +
    'in the address of this page. Ask an administrator for a new link if it no longer works.',
  forgotten: 'Forgot your password?',
  forgottenTitle: 'Get a link for a new password',
  forgottenHint:
    'If this service sends mails and knows your address, you get a link in a few minutes. ' +
    'Otherwise an administrator can create one for you.',
  send: 'Send me a link',
  sent: (email: string): string =>
    `If there is a user with the address ${email} and this service sends mails, a link is on its ` +
    'way. If none arrives, ask an administrator for one.',
  back: 'Back to the sign-in',
};
