import { Link } from '../../router/link.js';
import { useSearch } from '../../router/location.js';
import { featurePageTexts as texts } from '../../texts/feature-page.js';
import { featurePath } from '../feature-path.js';
import type { Feature } from '../feature-queries.js';
import styles from './feature-page.module.css';

/** The sections of the page that exist, in order. */
export const SECTIONS = [
  'environments',
  'variants',
  'usage',
  'delivery',
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
export function SectionLinks({ feature: { project, name } }: { feature: Feature }) {
  const current = useSection();
  const path = featurePath(project, name);
  return (
    <nav aria-label={texts.sections} className={styles.sections}>
      {SECTIONS.map((section) => (
        <Link
          key={section}
          to={section === 'environments' ? path : `${path}?section=${section}`}
          aria-current={section === current ? 'page' : undefined}
          className={styles.section}
        >
          {texts.tabs[section]}
        </Link>
      ))}
    </nav>
  );
}
