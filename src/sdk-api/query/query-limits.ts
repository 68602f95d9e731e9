/** How many tags, or projects, a query may name. */
export const MOST_VALUES = 50;
/**
 * How long each name in a query may be: no name of a feature, a project or an environment, and no
 * tag, is longer.
 */
export const LONGEST_NAME = 255;
