import { apiTokenTexts as texts } from '../../../texts/api-tokens.js';
import { Page } from '../../../kit/page.js';
import { useDialog } from '../../../kit/use-dialog.js';
import { CreateTokenButton } from './create-token-button.js';
import { FoundTokens } from './token-list.js';

/** The tokens of SDKs and programs. */
export function TokensPage() {
  const [dialog, show] = useDialog();
  return (
    <Page title={texts.title} intro={texts.intro} actions={<CreateTokenButton show={show} />}>
      <FoundTokens show={show} />
      {dialog}
    </Page>
  );
}
