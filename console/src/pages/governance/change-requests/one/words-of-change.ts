import { changeRequestTexts as texts } from '../../../../texts/change-requests.js';
import type { Change } from '../change-request-queries.js';

/** What a change does, such as "Turn on". */
export function wordsOfChange({ action, payload }: Pick<Change, 'action' | 'payload'>): string {
  if (action !== 'updateEnabled') return texts.actions[action] ?? action;
  return (payload as { enabled?: boolean } | undefined)?.enabled ? texts.turnOn : texts.turnOff;
}
