import { builtInTexts } from '../texts/built-in.js';

/** What a permission allows, in the language of the page. */
export const permissionWords = ({ name, displayName }: { name: string; displayName: string }) =>
  builtInTexts[name] ?? displayName;

/**
 * What the service says about something built in, in the language of the page. The words of people
 * stay as they are.
 */
export function builtIn(words: string): string;
export function builtIn(words: string | null | undefined): string | null | undefined;
export function builtIn(words: string | null | undefined): string | null | undefined {
  return words && (builtInTexts[words] ?? words);
}
