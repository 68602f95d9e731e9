import { PermittedButton } from './permitted-button.js';
import type { Story } from './story.js';

export const story: Story = {
  about: 'A button that says which permission it lacks, instead of being hidden.',
  states: {
    allowed: () => <PermittedButton needs="UPDATE_FEATURE">Edit</PermittedButton>,
    hindered: () => <PermittedButton hindrance="The plan changes it.">Edit</PermittedButton>,
  },
};
