import type { FeatureLinkPayload } from '../../core/event/event-payloads.js';
import type { EventOf } from '../../core/event/event.types.js';
import { startOf } from '../../platform/http/body/storable.js';
import type { LockedProject } from '../project/project-lock.js';
import { MAX_LINKS } from './feature.errors.js';
import { newLinkId } from './link-id.js';

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
