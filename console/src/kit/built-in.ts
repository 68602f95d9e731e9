import { builtInTexts } from '../texts/built-in.js';

/**
 * What the service says about a permission or something built in, in the language of the page. The
 * words of people stay as they are.
 */
export function builtIn(words: string): string;
export function builtIn(words: string | null | undefined): string | null | undefined;
export function builtIn(words: string | null | undefined): string | null | undefined {
  return words && (builtInTexts[words] ?? words);
}
