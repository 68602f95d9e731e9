import { useQuery } from '@tanstack/react-query';
import { lazy, useEffect, useState } from 'react';
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

const EditFeature = lazy(async () => (await import('./other-sections.js')).loadEditFeature());
const ArchivedFeature = lazyComponent(
  async () => (await import('./about/archived-feature.js')).ArchivedFeature,
);
const loadOtherSections = async () => (await import('./other-sections.js')).OtherSection;
const OtherSection = lazyComponent(loadOtherSections);
/** Later than the first section can be used, and before most people go to another one. */
const LATER_MS = 1_000;

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
  const section = useSection();
  useEffect(() => {
    const later = setTimeout(() => void loadOtherSections().catch(() => undefined), LATER_MS);
    return () => clearTimeout(later);
  }, []);
  if (section === 'environments') return <EnvironmentsSection feature={feature} />;
  return <OtherSection feature={feature} section={section} />;
}
