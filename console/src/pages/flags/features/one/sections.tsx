import { useSearch } from '../../../../app/router/location.js';
import { featurePageTexts as texts } from '../../../../texts/feature-page.js';
import { SectionLinks } from '../../../../kit/section-links.js';
import { featurePath } from '../feature-path.js';
import type { Feature } from '../feature-queries.js';

/** The sections of the page, in order, in groups by what people come for. */
const GROUPS = [
  ['environments'],
  ['compare'],
  ['variants'],
  ['usage', 'delivery'],
  ['schedules', 'plans', 'safeguards', 'emergency'],
  ['history', 'past'],
  ['manage', 'dependencies', 'cleanup'],
] as const;
export type Section = (typeof GROUPS)[number][number];

const SECTIONS: readonly Section[] = GROUPS.flat();

/** The section that the address names; environments otherwise. */
export function useSection(): Section {
  const [search] = useSearch();
  return SECTIONS.find((one) => one === search.get('section')) ?? 'environments';
}

/** Links to the groups of sections, and below to the sections of the group that is shown. */
export function FeatureSectionLinks({ feature: { project, name } }: { feature: Feature }) {
  const current = useSection();
  const path = featurePath(project, name);
  const pathOf = (section: Section): string =>
    section === 'environments' ? path : `${path}?section=${section}`;
  const group = GROUPS.find((sections: readonly Section[]) => sections.includes(current))!;
  return (
    <>
      <SectionLinks
        label={texts.sections}
        links={GROUPS.map((sections) => ({
          label: texts.groups[sections[0]],
          to: pathOf(sections[0]),
          isCurrent: sections === group,
        }))}
      />
      {group.length > 1 && (
        <SectionLinks
          isMinor
          label={texts.parts(texts.groups[group[0]])}
          links={group.map((section) => ({
            label: texts.tabs[section],
            to: pathOf(section),
            isCurrent: section === current,
          }))}
        />
      )}
    </>
  );
}
