import { CreateTokenButton } from '../../../access/api-tokens/create-token-button.js';
import { ProjectTokens } from '../../../access/api-tokens/token-list.js';
import type { PageProps } from '../../../../app/router/route.js';
import { useDialog } from '../../../../kit/use-dialog.js';
import type { PROJECT_TOKENS_PATH } from '../project-path.js';
import { ProjectFrame } from './project-frame.js';

/** The API tokens that are limited to a project. */
export function ProjectTokensPage({ params: { project } }: PageProps<typeof PROJECT_TOKENS_PATH>) {
  const [dialog, show] = useDialog();
  return (
    <ProjectFrame project={project} actions={<CreateTokenButton project={project} show={show} />}>
      {() => (
        <>
          <ProjectTokens project={project} show={show} />
          {dialog}
        </>
      )}
    </ProjectFrame>
  );
}
