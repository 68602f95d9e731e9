import { Button } from '@mantine/core';
import { Link } from '../../router/link.js';
import { featureTexts } from '../../texts/features.js';
import { newFeaturePath } from '../feature-path.js';

/** Leads to the page that creates a feature, in a project if one is given. */
export function NewFeatureLink({ project }: { project?: string }) {
  return (
    <Button component={Link} to={newFeaturePath(project)}>
      {featureTexts.new}
    </Button>
  );
}
