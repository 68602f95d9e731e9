import { inputRefusals } from '../texts/refusals-of-input.js';
import { stateRefusals } from '../texts/refusals-of-state.js';

/** Where one sentence of a message ends and the next begins. */
const BETWEEN = /(?<=\.) (?=[\p{Lu}\d"])/u;

interface Wording {
  pattern: RegExp;
  text: string;
}

/** Longer sentences first: those with few words of their own match others, too. */
const wordings: readonly Wording[] = Object.entries<string>({ ...inputRefusals, ...stateRefusals })
  .sort(([one], [other]) => other.length - one.length)
  .map(([sentence, text]) => ({ pattern: patternOf(sentence), text }));

function patternOf(sentence: string): RegExp {
  const parts = sentence.split('{}').map((part) => part.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&'));
  return new RegExp(`^${parts.join('(.*?)')}$`, 's');
}

/** A message of the service in the language of the page; what it does not know stays English. */
export function translated(message: string): string {
  for (const { pattern, text } of wordings) {
    const found = pattern.exec(message);
    // What is filled in can be a sentence, too.
    if (found) return text.replace(/\{(\d)\}/g, (_, hole) => translated(found[Number(hole) + 1]!));
  }
  const sentences = message.split(BETWEEN);
  return sentences.length > 1 ? sentences.map(translated).join(' ') : message;
}
