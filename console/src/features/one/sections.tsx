import { useSearch } from '../../router/location.js';
import { featurePageTexts as texts } from '../../texts/feature-page.js';
import { SectionLinks } from '../../ui/section-links.js';
import { featurePath } from '../feature-path.js';
import type { Feature } from '../feature-queries.js';

/** The sections of the page that exist, in order. */
export const SECTIONS = [
  'environments',
  'variants',
  'usage',
  'delivery',
  'schedules',
  'safeguards',
  'emergency',
  'plans',
  'dependencies',
  'history',
  'past',
  'manage',
] as const;
export type Section = (typeof SECTIONS)[number];

/** The section that the address names; environments otherwise. */
export function useSection(): Section {
  const [search] = useSearch();
  return SECTIONS.find((one) => one === search.get('section')) ?? 'environments';
}

/** Links to the sections of the page. */
export function FeatureSectionLinks({ feature: { project, name } }: { feature: Feature }) {
  const current = useSection();
  const path = featurePath(project, name);
  return (
    <SectionLinks
      label={texts.sections}
      links={SECTIONS.map((section) => ({
        label: texts.tabs[section],
        to: section === 'environments' ? path : `${path}?section=${section}`,
        isCurrent: section === current,
      }))}
    />
  );
}
