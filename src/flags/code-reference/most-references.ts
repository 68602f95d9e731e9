/** Maximum number of references of a repository. */
export const MOST_REFERENCES = 5_000;
