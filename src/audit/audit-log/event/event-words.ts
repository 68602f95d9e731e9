import type { Language } from '../../../platform/http/language.js';
import type { StoredEvent } from '../../../core/event/event.types.js';
import { type LabelAndSentence, SENTENCES } from './event-sentences.js';

/** Labels and sentences of all types in another language, with the same names in braces. */
export type TranslatedSentences = Readonly<Record<StoredEvent['type'], LabelAndSentence>>;

/** What schedules do. */
type Action =
  'on' | 'off' | 'archive' | 'addStrategy' | 'updateStrategy' | 'deleteStrategy' | 'other';

/** What descriptions of events say in a language. */
export interface EventWords {
  /** Label and sentence of each type. */
  readonly sentences: Readonly<Record<string, LabelAndSentence>>;
  /** The sentence of a type that has none. */
  readonly did: (type: string) => string;
  /** Instead of a name that the event does not have. */
  readonly unknown: string;
  /** The service itself as an author, at the beginning of a sentence. */
  readonly service: string;
  /** Before the name of a token that acted. */
  readonly token: string;
  /** After the sentence of an event that undid another one. */
  readonly undid: (event: number) => string;
  /** Everything that has a tag. */
  readonly tagged: (tag: string) => string;
  /** Where something applies: in a project, or everywhere. */
  readonly scope: (project?: string) => string;
  /** What schedules do, before the name of a feature. */
  readonly actions: Readonly<Record<Action, string>>;
  /** Words in the data of events, such as `on`; those that are absent stay as they are. */
  readonly values: Readonly<Record<string, string>>;
}

export const ENGLISH_WORDS: EventWords = {
  sentences: SENTENCES,
  did: (type) => `did this: ${type}`,
  unknown: 'unknown',
  service: 'The service',
  token: 'token ',
  undid: (event) => `, which undid event ${event}`,
  tagged: (tag) => `what has the tag ${tag}`,
  scope: (project) => (project === undefined ? 'the whole instance' : `the project ${project}`),
  actions: {
    on: 'turning on',
    off: 'turning off',
    archive: 'archiving',
    addStrategy: 'adding a strategy to',
    updateStrategy: 'changing a strategy of',
    deleteStrategy: 'deleting a strategy of',
    other: 'a change of',
  },
  values: {},
};

/** The words of a language. Those of other languages than English are loaded when first wanted. */
export async function wordsOf(language: Language): Promise<EventWords> {
  if (language === 'de') return (await import('./sentences/de.js')).WORDS;
  if (language === 'fr') return (await import('./sentences/fr.js')).WORDS;
  return ENGLISH_WORDS;
}

/** The types whose label contains a text in English or in these words, ignoring letter case. */
export function typesLabelled(text: string, { sentences }: EventWords): string[] {
  const wanted = text.trim().toLowerCase();
  const labelled = [SENTENCES, sentences].flatMap((known) =>
    Object.entries(known).filter(([, [label]]) => label.toLowerCase().includes(wanted)),
  );
  return [...new Set(labelled.map(([type]) => type))];
}
