/** What is in the menu of the account, which is loaded after the first page. */
export const accountTexts = {
  signOut: 'Sign out',
  profile: 'Personal settings',
  docs: 'API documentation',
  language: 'Language',
  theme: 'Theme',
  light: 'Light',
  dark: 'Dark',
  auto: 'As on this device',
};
