import { Icon } from './icon.js';
import { ICONS, type IconName } from './icons.js';
import type { Story } from './story.js';

export const story: Story = {
  about: 'The icons of Lucide that are used, beside words that say the same.',
  states: {
    all: () => (
      <ul>
        {(Object.keys(ICONS) as IconName[]).map((name) => (
          <li key={name}>
            <Icon name={name} /> {name}
          </li>
        ))}
      </ul>
    ),
  },
};
