/**
 * What the service says about permissions and built-in things, by its English words, which need no
 * translation here. A test finds what a language lacks.
 */
export const builtInTexts: Readonly<Record<string, string>> = {};
