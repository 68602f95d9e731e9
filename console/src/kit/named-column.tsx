import { uiTexts } from '../texts/ui.js';
import type { Column } from './listing.js';
import { TwoLines } from './two-lines.js';
import { builtIn } from './built-in.js';

interface Named {
  name: string;
  description?: string | null;
}

/** The column with the name of a thing, and its description below. */
export const NAMED_COLUMN: Column<Named> = {
  head: uiTexts.name,
  cell: ({ name, description }) => <TwoLines below={builtIn(description)}>{name}</TwoLines>,
};

/** What the search in a list of named things looks at. */
export const searchedOfNamed = ({ name, description }: Named): string =>
  `${name} ${builtIn(description) ?? ''}`;
