import type { Schemas } from '../../../api/client.js';
import { eventTexts as texts } from '../../../texts/events.js';

type Authored = Pick<Schemas['LastChangeResponse'], 'createdBy' | 'createdByUserId'> &
  Partial<Pick<Schemas['DescribedEventResponse'], 'token' | 'createdByName'>>;

/** What the service itself is called as an author, as in Unleash. */
export const SERVICE = 'unleash_system_user';
/** The id that API tokens have as authors of events. */
const API_TOKENS = -42;

/**
 * Who has made a change: a person, a person with a token or an emergency link of theirs, a
 * safeguard, or an API token.
 */
export function wordsOfAuthor(event: Authored): string {
  const { createdBy, createdByUserId, createdByName = createdBy, token } = event;
  if (token?.type === 'personal-token') return `${createdByName}, ${texts.token(token.name)}`;
  if (token?.type === 'emergency-link') return `${createdByName}, ${token.name}`;
  if (token?.type === 'safeguard') return texts.safeguard;
  if (token) return texts.token(token.name);
  if (createdBy === SERVICE) return texts.service;
  return createdByUserId === API_TOKENS ? texts.token(createdBy) : createdByName;
}

/** Who made a thing. API tokens share an account, so it is not known which one. */
export function wordsOfMaker({ id, username }: { id: number; username: string }): string {
  return id === API_TOKENS ? texts.anyToken : username;
}
