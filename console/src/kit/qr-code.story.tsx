import { QrCode } from './qr-code.js';
import type { Story } from './story.js';

export const story: Story = {
  about: 'Dark on light in both schemes, which all readers know.',
  states: {
    code: () => <QrCode label="Code for the app" text="otpauth://totp/flags:anna?secret=ABC" />,
  },
};
