import { emergencyLinkTexts as texts } from '../../../texts/emergency-links.js';
import type { EmergencyLink } from './emergency-link-queries.js';

/** What a link turns off. */
export function wordsOfLink({ feature, tag, environment }: EmergencyLink): string {
  return tag
    ? texts.tag(`${tag.type}:${tag.value}`, environment)
    : texts.feature(feature ?? '', environment);
}
