import { MomentField, useMoment } from './moment-field.js';
import type { Story } from './story.js';

const AT = new Date('2026-03-01T09:30:00Z');

function Chosen() {
  return <MomentField label="At" moment={useMoment(AT)} />;
}

function Empty() {
  return <MomentField label="Until" moment={useMoment(undefined)} hint="Now when empty." />;
}

export const story: Story = {
  about: 'A moment of the past in local time, with what it is in UTC.',
  states: { chosen: Chosen, empty: Empty },
};
