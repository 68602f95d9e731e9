/** Maximum number of tags or projects in a query. */
export const MAX_CHOSEN = 50;
/** Maximum length of each name in a query; no stored name is longer. */
export const MAX_NAME_LENGTH = 255;
