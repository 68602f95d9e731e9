import { Copyable, SecretDialog } from './secret.js';
import type { Story } from './story.js';

export const story: Story = {
  about: 'A secret, which is shown once and copied.',
  isDialog: true,
  states: {
    dialog: () => (
      <SecretDialog
        title="The token shop-backend"
        label="Secret of the token"
        secret="default:production.64f1c0"
        onClose={() => {}}
      />
    ),
    text: () => <Copyable label="Snippet" text="npm install unleash-client" />,
  },
};
