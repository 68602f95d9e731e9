import type { Story } from './story.js';
import { Switch } from './switch.js';

export const story: Story = {
  about: 'On or off; its place says so, too.',
  states: {
    off: () => <Switch label="Enabled" />,
    on: () => <Switch label="Enabled" defaultChecked />,
    disabled: () => <Switch label="Enabled" disabled />,
  },
};
