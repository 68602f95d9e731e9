import { Inject, Injectable } from '@nestjs/common';
import type { Config } from '../../config/config.js';
import { CONFIG } from '../../config/config.module.js';
import { SENTENCES } from './event-sentences.js';
import type { EventResponse, ToldEventResponse } from './event.response.js';

/**
 * Tells events in words: a label, and a sentence in Markdown that links to the feature and the
 * project as the API has them.
 */
@Injectable()
export class EventTeller {
  constructor(@Inject(CONFIG) private readonly config: Config) {}

  told(event: EventResponse): ToldEventResponse {
    const ownWords = event.type.replaceAll('-', ' ');
    const [label, sentence] = SENTENCES[event.type] ?? [
      ownWords.charAt(0).toUpperCase() + ownWords.slice(1),
      `did this: ${ownWords}`,
    ];
    const filled = sentence.replace(/\{(\w+)\}/g, (_, name: string) => this.filling(name, event));
    return { ...event, label, summary: `*${escaped(event.createdBy)}* ${filled}.` };
  }

  private filling(name: string, event: EventResponse): string {
    const { featureName, project, environment } = event;
    if (name === 'environment') return `*${escaped(environment ?? 'unknown')}*`;
    if (name === 'project') return this.link(project, 'projects', project);
    // Without its project a feature has no address.
    if (name === 'feature')
      return this.link(featureName, 'projects', project, 'features', featureName);
    const { data, preData } = event as {
      data: Record<string, unknown> | null;
      preData: Record<string, unknown> | null;
    };
    const value =
      data?.[name] ??
      preData?.[name] ??
      (name === 'username' ? (data?.['email'] ?? preData?.['email']) : undefined);
    return `**${escaped(typeof value === 'string' || typeof value === 'number' ? String(value) : 'unknown')}**`;
  }

  private link(text: string | null, ...path: (string | null)[]): string {
    const shown = escaped(text ?? 'unknown');
    if (path.some((part) => part === null || part === '*')) return `**${shown}**`;
    // Brackets are let through by encodeURIComponent, but would end the address in Markdown.
    const address = path
      .map((part) => encodeURIComponent(part!).replace(/[()]/g, (c) => (c === '(' ? '%28' : '%29')))
      .join('/');
    return `**[${shown}](${this.config.publicUrl}/api/admin/${address})**`;
  }
}

/**
 * A text that Markdown shows as it is, so that nobody's name can make a link, a picture or a new
 * line.
 */
function escaped(text: string): string {
  return text.replace(/[\\`*_[\]<>#!|~&]/g, '\\$&').replace(/\s+/g, ' ');
}
