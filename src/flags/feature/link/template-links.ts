import { randomBytes } from 'node:crypto';
import type { FeatureLinkPayload } from '../../../core/event/feature-events.js';
import type { EventOf } from '../../../core/event/event.types.js';
import { startOf } from '../../../platform/http/body/storable.js';
import type { LockedProject } from '../../../core/event/live-project.js';
import { MAX_LINKS } from '../feature.errors.js';

const TIME_BYTES = 6;
const VERSION_BYTE = 6;
const VARIANT_BYTE = 8;

/**
 * A new id, a UUID of version 7 (RFC 9562): ids in order of their text are in order of the
 * milliseconds in which they were made.
 */
export function newLinkId(): string {
  const bytes = randomBytes(16);
  bytes.writeUIntBE(Date.now(), 0, TIME_BYTES);
  bytes[VERSION_BYTE] = (bytes[VERSION_BYTE]! & 0x0f) | 0x70;
  bytes[VARIANT_BYTE] = (bytes[VARIANT_BYTE]! & 0x3f) | 0x80;
  return bytes.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-');
}

/** Maximum lengths of the URL and the title of a link, in characters. */
export const MAX_URL_LENGTH = 2_000;
export const MAX_TITLE_LENGTH = 255;

type Link = FeatureLinkPayload;

/**
 * The links of a new feature, from the templates of its project. Templates without a host are left
 * out, as are links that would be too long.
 */
export function linksFrom(
  { id: project, linkTemplates }: Pick<LockedProject, 'id' | 'linkTemplates'>,
  featureName: string,
): Link[] {
  const urls = linkTemplates
    .filter(({ urlTemplate }) => /^https?:/.test(urlTemplate))
    .map(({ urlTemplate, title }) => ({ url: filledIn(urlTemplate, project, featureName), title }))
    .filter(({ url }) => url.length <= MAX_URL_LENGTH);
  const ids = urls.map(() => newLinkId()).sort();
  return urls.slice(0, MAX_LINKS).map(({ url, title }, n) => ({
    id: ids[n]!,
    url,
    title: title ? startOf(title, MAX_TITLE_LENGTH) : null,
  }));
}

/** The events of links of new features. */
export function linkEventsOf(
  project: string,
  links: ReadonlyMap<string, readonly Link[]>,
): EventOf<'feature-link-added'>[] {
  return [...links].flatMap(([featureName, added]) =>
    added.map((data) => ({ type: 'feature-link-added', project, featureName, data }) as const),
  );
}

function filledIn(template: string, project: string, feature: string): string {
  return template
    .replaceAll('{{project}}', () => encodeURIComponent(project))
    .replaceAll('{{feature}}', () => encodeURIComponent(feature));
}
