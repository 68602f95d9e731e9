import { run } from 'axe-core';
import { act } from '@testing-library/react';
import { PARTS } from '../../test/support/parts-of-kit.cjs';
import { renderWith } from '../../test/support/render';
import { kitRoutes } from '../app/kit-route';
import type { Story } from './story';

/** For what stories read, which is there at once. */
const READ_MS = 20;
/** A story is no page, and jsdom draws nothing that could have a contrast. */
const RULES = { 'color-contrast': { enabled: false }, region: { enabled: false } };

test.each(PARTS)('%s has a story, in which axe finds no fault', async (part) => {
  const { story } = (await import(`./${part}.story`)) as { story: Story };
  const states = Object.values(story.states).map((State, index) => <State key={index} />);
  // Dialogs hide each other.
  for (const shown of story.isDialog ? states : [states]) {
    const { baseElement, unmount } = renderWith(shown);
    await act(() => new Promise((done) => setTimeout(done, READ_MS)));
    const { violations } = await run(baseElement, {
      runOnly: ['wcag2a', 'wcag2aa', 'wcag21aa', 'wcag22aa'],
      rules: RULES,
      resultTypes: ['violations'],
    });
    expect(violations.map(({ id, nodes }) => `${id} ${nodes[0]?.html}`)).toEqual([]);
    unmount();
  }
});

test('a console for production has no page of stories', () => {
  expect(PARTS.length).toBeGreaterThan(30);
  expect(kitRoutes).toEqual([]);
});
