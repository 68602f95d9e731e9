import { useQuery } from '@tanstack/react-query';
import { lazy, useState } from 'react';
import { ApiFailure } from '../../../../api/failures.js';
import type { PageProps } from '../../../../app/router/route.js';
import { featurePageTexts as texts } from '../../../../texts/feature-page.js';
import { Page } from '../../../../kit/page.js';
import { lazyComponent } from '../../../../kit/lazy-component.js';
import { PermittedButton } from '../../../../kit/permitted-button.js';
import { FailureNotice, Loading } from '../../../../kit/states.js';
import { LazyPart } from '../../../../kit/lazy-part.js';
import { FavoriteButton } from '../favorite-button.js';
import type { FEATURE_PATH } from '../feature-path.js';
import { type Feature, featureQuery } from '../feature-queries.js';
import { FeatureFacts, StaleBadge } from './about/feature-facts.js';
import { EnvironmentsSection } from './environments-section.js';
import { FeatureSectionLinks, useSection } from './sections.js';

const EditFeature = lazy(async () => ({
  default: (await import('./about/edit-feature.js')).EditFeature,
}));
const ArchivedFeature = lazyComponent(
  async () => (await import('./about/archived-feature.js')).ArchivedFeature,
);
const VariantsSection = lazyComponent(
  async () => (await import('./variants/variants-section.js')).VariantsSection,
);
const CompareSection = lazyComponent(
  async () => (await import('./compare/compare-section.js')).CompareSection,
);
const UsageSection = lazyComponent(
  async () => (await import('./usage/usage-section.js')).UsageSection,
);
const DeliverySection = lazyComponent(
  async () => (await import('./delivery/delivery-section.js')).DeliverySection,
);
const SchedulesSection = lazyComponent(
  async () => (await import('./schedules/schedules-section.js')).SchedulesSection,
);
const SafeguardsSection = lazyComponent(
  async () => (await import('../../../safety/safeguards/safeguards-section.js')).SafeguardsSection,
);
const EmergencyLinksSection = lazyComponent(
  async () =>
    (await import('../../../safety/emergency-links/emergency-links-section.js'))
      .EmergencyLinksSection,
);
const ReleasePlansSection = lazyComponent(
  async () => (await import('./release-plans/release-plans-section.js')).ReleasePlansSection,
);
const DependenciesSection = lazyComponent(
  async () => (await import('./dependencies/dependencies-section.js')).DependenciesSection,
);
const HistorySection = lazyComponent(
  async () => (await import('./history/history-section.js')).HistorySection,
);
const PastSection = lazyComponent(async () => (await import('./past/past-section.js')).PastSection);
const ManageSection = lazyComponent(
  async () => (await import('./manage/manage-section.js')).ManageSection,
);

const CleanupSection = lazyComponent(
  async () => (await import('./cleanup/cleanup-section.js')).CleanupSection,
);

/** One feature: its switches and strategies, and everything else about it by section. */
export function FeaturePage({ params: { project, feature } }: PageProps<typeof FEATURE_PATH>) {
  const { data, error, refetch } = useQuery(featureQuery(project, feature));
  return (
    <Page title={feature} actions={data && <Actions feature={data} reload={refetch} />}>
      {data ? (
        <>
          <FeatureFacts feature={data} />
          <FeatureSectionLinks feature={data} />
          <CurrentSection feature={data} />
        </>
      ) : error ? (
        <Unread error={error} place={{ project, feature }} retry={() => void refetch()} />
      ) : (
        <Loading />
      )}
    </Page>
  );
}

interface UnreadProps {
  error: Error;
  place: { project: string; feature: string };
  retry: () => void;
}

/** A feature that cannot be read: it may be archived. */
function Unread({ error, place, retry }: UnreadProps) {
  const notice = <FailureNotice error={error} retry={retry} />;
  const isMissing = error instanceof ApiFailure && error.status === 404;
  return isMissing ? <ArchivedFeature {...place} otherwise={notice} /> : notice;
}

interface ActionsProps {
  feature: Feature;
  reload: () => Promise<unknown>;
}

function Actions({ feature, reload }: ActionsProps) {
  /** Counts the openings of the dialog; undefined while it is closed. */
  const [editing, setEditing] = useState<number>();
  const restart = async (): Promise<void> => {
    await reload();
    setEditing((count = 0) => count + 1);
  };
  return (
    <>
      <StaleBadge feature={feature} />
      <FavoriteButton feature={feature} />
      <PermittedButton
        needs="UPDATE_FEATURE"
        place={{ project: feature.project }}
        variant="default"
        onClick={() => setEditing(1)}
      >
        {texts.edit}
      </PermittedButton>
      {editing !== undefined && (
        <LazyPart>
          <EditFeature
            key={editing}
            feature={feature}
            onClose={() => setEditing(undefined)}
            onReload={() => void restart()}
          />
        </LazyPart>
      )}
    </>
  );
}

function CurrentSection({ feature }: { feature: Feature }) {
  switch (useSection()) {
    case 'compare':
      return <CompareSection feature={feature} />;
    case 'variants':
      return <VariantsSection feature={feature} />;
    case 'usage':
      return <UsageSection feature={feature} />;
    case 'delivery':
      return <DeliverySection feature={feature} />;
    case 'schedules':
      return <SchedulesSection feature={feature} />;
    case 'safeguards':
      return <SafeguardsSection feature={feature} />;
    case 'emergency':
      return <EmergencyLinksSection feature={feature} />;
    case 'plans':
      return <ReleasePlansSection feature={feature} />;
    case 'dependencies':
      return <DependenciesSection feature={feature} />;
    case 'history':
      return <HistorySection feature={feature} />;
    case 'past':
      return <PastSection feature={feature} />;
    case 'manage':
      return <ManageSection feature={feature} />;
    case 'cleanup':
      return <CleanupSection feature={feature} />;
    case 'environments':
      return <EnvironmentsSection feature={feature} />;
  }
}
