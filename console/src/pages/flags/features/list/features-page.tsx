import { useSearch } from '../../../../app/router/location.js';
import { featureTexts } from '../../../../texts/features.js';
import { Page } from '../../../../kit/page.js';
import { FeatureList } from './feature-list.js';
import { NewFeatureLink } from './new-feature-link.js';

/** The features of all projects, or those that the filters leave. */
export function FeaturesPage() {
  const [search] = useSearch();
  const project = search.get('project') ?? undefined;
  return (
    <Page
      title={project ? featureTexts.titleOf(project) : featureTexts.title}
      actions={<NewFeatureLink project={project} />}
    >
      <FeatureList />
    </Page>
  );
}
