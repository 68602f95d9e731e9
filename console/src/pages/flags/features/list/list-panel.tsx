import { ColumnChoices } from './column-choices.js';
import { FilterChoices } from './filter-choices.js';
import type { FiltersProps } from './filters.js';
import { SavedViews } from './saved-views.js';

/** What a button above the list opens. */
export type Panel = 'filters' | 'columns' | 'views';

/** What is below the search while one of its buttons is pressed. */
export function ListPanel({ of, ...props }: FiltersProps & { of: Panel }) {
  if (of === 'columns') return <ColumnChoices project={props.project} />;
  if (of === 'views') return <SavedViews {...props} />;
  return <FilterChoices {...props} />;
}
