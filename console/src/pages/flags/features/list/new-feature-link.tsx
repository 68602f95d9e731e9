import { Button } from '@mantine/core';
import { Link } from '../../../../app/router/link.js';
import { useMe } from '../../../../app/session/me.js';
import { isAllowed, isAllowedSomewhere } from '../../../../app/session/permissions.js';
import { featureTexts } from '../../../../texts/features.js';
import { PermittedButton } from '../../../../kit/permitted-button.js';
import { newFeaturePath } from '../feature-path.js';

const NEEDS = ['CREATE_FEATURE'];

/** Leads to the page that creates a feature, in a project if one is given. */
export function NewFeatureLink({ project }: { project?: string }) {
  const me = useMe();
  const isPermitted = project ? isAllowed(me, NEEDS, { project }) : isAllowedSomewhere(me, NEEDS);
  if (!isPermitted)
    return (
      <PermittedButton needs={NEEDS} place={{ project }}>
        {featureTexts.new}
      </PermittedButton>
    );
  return (
    <Button component={Link} to={newFeaturePath(project)}>
      {featureTexts.new}
    </Button>
  );
}
