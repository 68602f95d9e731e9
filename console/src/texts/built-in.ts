/**
 * Permissions by their names, and what the service says about built-in things by its English words.
 * English needs none of them. A test finds what a language lacks.
 */
export const builtInTexts: Readonly<Record<string, string>> = {};
