import { useRef, useState } from 'react';
import { SecretDialog } from '../../../kit/secret.js';
import { apiTokenTexts as texts } from '../../../texts/api-tokens.js';
import type { ApiToken } from './api-token-queries.js';
import { Connect } from './connect.js';
import { CreateToken } from './token-dialogs.js';

interface CreationProps {
  project?: string;
  onClose: () => void;
}

/** The form for a new token, and then its secret. */
export function TokenCreation({ project, onClose }: CreationProps) {
  const [token, setToken] = useState<ApiToken>();
  const isCreated = useRef(false);
  const created = (one: ApiToken): void => {
    isCreated.current = true;
    setToken(one);
  };
  // The form closes itself when it has succeeded.
  const leave = (): void => (isCreated.current ? undefined : onClose());
  if (!token) return <CreateToken project={project} onCreated={created} onClose={leave} />;
  return (
    <SecretDialog
      title={texts.createdTitle(token.tokenName)}
      label={texts.secret}
      secret={token.secret}
      onClose={onClose}
    >
      <Connect token={token} secret={token.secret} />
    </SecretDialog>
  );
}
