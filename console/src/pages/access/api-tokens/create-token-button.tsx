import { lazy } from 'react';
import { LazyPart } from '../../../kit/lazy-part.js';
import { PermittedButton } from '../../../kit/permitted-button.js';
import type { RenderDialog } from '../../../kit/use-dialog.js';
import { apiTokenTexts as texts } from '../../../texts/api-tokens.js';
import { TOKEN_TYPES, tokenPermission } from './api-token-queries.js';

const TokenCreation = lazy(async () => ({
  default: (await import('./token-creation.js')).TokenCreation,
}));

interface ButtonProps {
  /** The project whose token it is; any token without. */
  project?: string;
  show: (render: RenderDialog) => void;
}

/** Opens the form for a new token, and then shows its secret. */
export function CreateTokenButton({ project, show }: ButtonProps) {
  return (
    <PermittedButton
      needs={
        project
          ? 'CREATE_PROJECT_API_TOKEN'
          : TOKEN_TYPES.map((type) => tokenPermission('CREATE', type))
      }
      place={project ? { project } : {}}
      onClick={() =>
        show((close) => (
          <LazyPart>
            <TokenCreation project={project} onClose={close} />
          </LazyPart>
        ))
      }
    >
      {texts.create}
    </PermittedButton>
  );
}
