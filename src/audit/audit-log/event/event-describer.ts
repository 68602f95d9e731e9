import { Inject, Injectable } from '@nestjs/common';
import type { Config } from '../../../platform/config/config.js';
import { SYSTEM } from '../../../core/event/actor.js';
import { CONFIG } from '../../../platform/config/config.module.js';
import { ENGLISH_WORDS, type EventWords } from './event-words.js';
import type { EventResponse, DescribedEventResponse } from './event.dto.js';
import { kindOfId, NO_NAMES } from './mentioned-names.js';

/**
 * Describes events: a label, and a sentence in Markdown with links to the feature and the project.
 */
@Injectable()
export class EventDescriber {
  constructor(@Inject(CONFIG) private readonly config: Config) {}

  /**
   * Adds label and summary to an event, in English or in the given words.
   * @param createdByName The present name of the author; by default as in the event.
   * @param names The present names of users and groups; their ids are shown without one.
   */
  describe(
    event: EventResponse,
    words = ENGLISH_WORDS,
    createdByName = event.createdBy,
    names = NO_NAMES,
  ): DescribedEventResponse {
    const ownWords = event.type.replaceAll('-', ' ');
    const [label, sentence] = words.sentences[event.type] ?? [
      ownWords.charAt(0).toUpperCase() + ownWords.slice(1),
      words.did(ownWords),
    ];
    const filled = sentence
      .replace(/\{(\w+)\}/g, (_, name: string) => this.filling(name, event, words, names))
      .replace(/\.(\**)$/, '$1'); // Reasons are sentences of their own.
    const undone = event.undoes === undefined ? '' : words.undid(event.undoes);
    const kind = event.token?.type === 'api-token' ? words.token : '';
    const author = event.createdBy === SYSTEM.name ? words.service : createdByName;
    const summary = `${kind}*${escaped(author)}* ${filled}${undone}.`;
    return { ...event, createdByName, label, summary };
  }

  private filling(name: string, event: EventResponse, words: EventWords, names = NO_NAMES): string {
    const { featureName, project, environment } = event;
    const { unknown, values } = words;
    if (name === 'environment') return `*${escaped(environment ?? unknown)}*`;
    if (name === 'project') return this.link(project ?? unknown, 'projects', project);
    if (name === 'scope')
      return words.scope(project === null ? undefined : this.filling('project', event, words));
    // A feature can only be linked when its project is known.
    if (name === 'feature')
      return this.link(featureName ?? unknown, 'projects', project, 'features', featureName);
    const { data, preData } = event as {
      data: Record<string, unknown> | null;
      preData: Record<string, unknown> | null;
    };
    if (name === 'target') {
      if (featureName !== null) return this.filling('feature', event, words);
      const tag = (data ?? preData)?.['tag'] as { type: string; value: string } | undefined;
      return words.tagged(`**${escaped(tag ? `${tag.type}:${tag.value}` : unknown)}**`);
    }
    if (name === 'action') return actionIn(words, data?.['action']);
    const value =
      data?.[name] ??
      preData?.[name] ??
      (name === 'username' ? (data?.['email'] ?? preData?.['email']) : undefined);
    const kind = kindOfId(name, event.type);
    const present = kind && names[kind][value as number];
    if (present !== undefined) return `**${escaped(present)}**`;
    const isShown = typeof value === 'string' || typeof value === 'number';
    const shown = isShown ? String(value) : unknown;
    return `**${escaped(WORDED.has(name) ? (values[shown] ?? shown) : shown)}**`;
  }

  private link(text: string, ...path: (string | null)[]): string {
    const shown = escaped(text);
    if (path.some((part) => part === null || part === '*')) return `**${shown}**`;
    // `encodeURIComponent` keeps parentheses, which would end a link in Markdown.
    const address = path
      .map((part) => encodeURIComponent(part!).replace(/[()]/g, (c) => (c === '(' ? '%28' : '%29')))
      .join('/');
    return `**[${shown}](${this.config.publicUrl}/api/admin/${address})**`;
  }
}

/** The names whose values are words. */
const WORDED: ReadonlySet<string> = new Set(['state', 'why']);

function actionIn({ actions }: EventWords, action: unknown): string {
  const known: Readonly<Record<string, string>> = actions;
  return (typeof action === 'string' && known[action]) || actions.other;
}

/** Escapes Markdown, so that a name cannot create a link, an image or a line break. */
function escaped(text: string): string {
  return text.replace(/[\\`*_[\]<>#!|~&]/g, '\\$&').replace(/\s+/g, ' ');
}
