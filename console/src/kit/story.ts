import type { ReactNode } from 'react';

/**
 * A component of the kit as it looks in its states, in a file beside it (`*.story.tsx`). All are
 * shown on the page `/kit` of a console that `npm run start:dev` has built, and examined by
 * `stories.test.tsx`.
 */
export interface Story {
  /** What it is for, in a sentence. */
  about: string;
  /** Each state by what is special about it. */
  states: Readonly<Record<string, () => ReactNode>>;
  /** Whether it lies above the page: then each state is opened by a button. */
  isDialog?: boolean;
}
