/** What browsers show of the page before its script runs, and in the title of the tab. */
export const documentTexts = {
  title: 'Feature flags',
  noScript: 'The console needs JavaScript. The API and its documentation work without.',
};
