/** Maximum number of tags or projects in a query. */
export const MOST_VALUES = 50;
/** Maximum length of each name in a query; no stored name is longer. */
export const LONGEST_NAME = 255;
