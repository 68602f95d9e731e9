/** What the name of an environment says beside it. */
export const environmentTexts = {
  production: 'production',
};
