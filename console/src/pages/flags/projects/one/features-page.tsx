import { FeatureList } from '../../features/list/feature-list.js';
import { NewFeatureLink } from '../../features/list/new-feature-link.js';
import type { PageProps } from '../../../../app/router/route.js';
import type { PROJECT_FEATURES_PATH } from '../project-path.js';
import { ProjectFrame } from './project-frame.js';

/** The features of a project. */
export function ProjectFeaturesPage({
  params: { project },
}: PageProps<typeof PROJECT_FEATURES_PATH>) {
  return (
    <ProjectFrame project={project} actions={<NewFeatureLink project={project} />}>
      {() => <FeatureList project={project} />}
    </ProjectFrame>
  );
}
