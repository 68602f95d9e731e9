import { Inject, Injectable } from '@nestjs/common';
import type { Config } from '../../../platform/config/config.js';
import { CONFIG } from '../../../platform/config/config.module.js';
import { SENTENCES } from './event-sentences.js';
import type { EventResponse, DescribedEventResponse } from './event.dto.js';

/**
 * Describes events: a label, and a sentence in Markdown with links to the feature and the project.
 */
@Injectable()
export class EventDescriber {
  constructor(@Inject(CONFIG) private readonly config: Config) {}

  /**
   * Adds label and summary to an event.
   * @param createdByName The present name of the author; by default as in the event.
   */
  describe(event: EventResponse, createdByName = event.createdBy): DescribedEventResponse {
    const ownWords = event.type.replaceAll('-', ' ');
    const [label, sentence] = SENTENCES[event.type] ?? [
      ownWords.charAt(0).toUpperCase() + ownWords.slice(1),
      `did this: ${ownWords}`,
    ];
    const filled = sentence
      .replace(/\{(\w+)\}/g, (_, name: string) => this.filling(name, event))
      .replace(/\.(\**)$/, '$1'); // Reasons are sentences of their own.
    const undone = event.undoes === undefined ? '' : `, which undid event ${event.undoes}`;
    const kind = event.token?.type === 'api-token' ? 'token ' : '';
    const summary = `${kind}*${escaped(createdByName)}* ${filled}${undone}.`;
    return { ...event, createdByName, label, summary };
  }

  private filling(name: string, event: EventResponse): string {
    const { featureName, project, environment } = event;
    if (name === 'environment') return `*${escaped(environment ?? 'unknown')}*`;
    if (name === 'project') return this.link(project, 'projects', project);
    // A feature can only be linked when its project is known.
    if (name === 'feature')
      return this.link(featureName, 'projects', project, 'features', featureName);
    const { data, preData } = event as {
      data: Record<string, unknown> | null;
      preData: Record<string, unknown> | null;
    };
    if (name === 'target') {
      if (featureName !== null) return this.filling('feature', event);
      const tag = (data ?? preData)?.['tag'] as { type: string; value: string } | undefined;
      return `what has the tag **${escaped(tag ? `${tag.type}:${tag.value}` : 'unknown')}**`;
    }
    if (name === 'action') return actionOf(data?.['action']);
    const value =
      data?.[name] ??
      preData?.[name] ??
      (name === 'username' ? (data?.['email'] ?? preData?.['email']) : undefined);
    const isShown = typeof value === 'string' || typeof value === 'number';
    return `**${escaped(isShown ? String(value) : 'unknown')}**`;
  }

  private link(text: string | null, ...path: (string | null)[]): string {
    const shown = escaped(text ?? 'unknown');
    if (path.some((part) => part === null || part === '*')) return `**${shown}**`;
    // `encodeURIComponent` keeps parentheses, which would end a link in Markdown.
    const address = path
      .map((part) => encodeURIComponent(part!).replace(/[()]/g, (c) => (c === '(' ? '%28' : '%29')))
      .join('/');
    return `**[${shown}](${this.config.publicUrl}/api/admin/${address})**`;
  }
}

/** What schedules do, in words before the name of a feature. */
const ACTIONS: Readonly<Record<string, string>> = {
  on: 'turning on',
  off: 'turning off',
  archive: 'archiving',
  addStrategy: 'adding a strategy to',
  updateStrategy: 'changing a strategy of',
  deleteStrategy: 'deleting a strategy of',
};

function actionOf(action: unknown): string {
  return (typeof action === 'string' && ACTIONS[action]) || 'a change of';
}

/** Escapes Markdown, so that a name cannot create a link, an image or a line break. */
function escaped(text: string): string {
  return text.replace(/[\\`*_[\]<>#!|~&]/g, '\\$&').replace(/\s+/g, ' ');
}
