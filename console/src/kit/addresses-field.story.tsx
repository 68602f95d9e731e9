import { AddressesField } from './addresses-field.js';
import type { Story } from './story.js';

export const story: Story = {
  about: 'IP addresses and ranges from which something can be used.',
  states: { some: () => <AddressesField of={['10.0.0.0/8', '192.168.1.7']} /> },
};
