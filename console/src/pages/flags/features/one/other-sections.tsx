import type { ComponentType } from 'react';
import { lazyComponent } from '../../../../kit/lazy-component.js';
import type { Feature } from '../feature-queries.js';
import type { Section } from './sections.js';

interface SectionProps {
  feature: Feature;
}

/** The code of a section is loaded when somebody goes there. */
const SECTIONS: Record<Exclude<Section, 'environments'>, ComponentType<SectionProps>> = {
  compare: lazyComponent(async () => (await import('./compare/compare-section.js')).CompareSection),
  variants: lazyComponent(
    async () => (await import('./variants/variants-section.js')).VariantsSection,
  ),
  usage: lazyComponent(async () => (await import('./usage/usage-section.js')).UsageSection),
  delivery: lazyComponent(
    async () => (await import('./delivery/delivery-section.js')).DeliverySection,
  ),
  schedules: lazyComponent(
    async () => (await import('./schedules/schedules-section.js')).SchedulesSection,
  ),
  safeguards: lazyComponent(
    async () =>
      (await import('../../../safety/safeguards/safeguards-section.js')).SafeguardsSection,
  ),
  emergency: lazyComponent(
    async () =>
      (await import('../../../safety/emergency-links/emergency-links-section.js'))
        .EmergencyLinksSection,
  ),
  plans: lazyComponent(
    async () => (await import('./release-plans/release-plans-section.js')).ReleasePlansSection,
  ),
  cleanup: lazyComponent(async () => (await import('./cleanup/cleanup-section.js')).CleanupSection),
  dependencies: lazyComponent(
    async () => (await import('./dependencies/dependencies-section.js')).DependenciesSection,
  ),
  history: lazyComponent(async () => (await import('./history/history-section.js')).HistorySection),
  past: lazyComponent(async () => (await import('./past/past-section.js')).PastSection),
  manage: lazyComponent(async () => (await import('./manage/manage-section.js')).ManageSection),
};

// Named here, so that the first load does not name all the files of these dialogs.
export const loadStrategyEditor = async () => ({
  default: (await import('./strategies/strategy-editor.js')).StrategyEditor,
});
export const loadStrategyRemoval = async () => ({
  default: (await import('./strategies/strategy-removal.js')).StrategyRemoval,
});
export const loadLinkDialog = async () => ({
  default: (await import('./about/link-dialog.js')).LinkDialog,
});
export const loadTagForm = async () => ({
  default: (await import('./about/tag-form.js')).TagForm,
});
export const loadEditFeature = async () => ({
  default: (await import('./about/edit-feature.js')).EditFeature,
});

interface OtherSectionProps extends SectionProps {
  section: Exclude<Section, 'environments'>;
}

/** A section of the page of a feature that is not part of its first load. */
export function OtherSection({ feature, section }: OtherSectionProps) {
  const Shown = SECTIONS[section];
  return <Shown feature={feature} />;
}
