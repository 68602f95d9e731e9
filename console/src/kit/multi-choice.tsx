import { MultiSelect, type MultiSelectProps } from '@mantine/core';
import { useState } from 'react';

/** Fingers, which have no key to close a list that covers what is below it. */
const TOUCH = '(pointer: coarse)';

/**
 * A field in which several things are chosen. On touch screens its list closes after a choice. The
 * list opens with a press, a letter or an arrow, not when Tab passes by, as it covers what follows.
 */
export function MultiChoice(props: MultiSelectProps) {
  const [isOpen, setOpen] = useState(false);
  return (
    <MultiSelect
      {...props}
      openOnFocus={false}
      dropdownOpened={isOpen}
      onDropdownOpen={() => setOpen(true)}
      onDropdownClose={() => setOpen(false)}
      onOptionSubmit={() => {
        if (window.matchMedia(TOUCH).matches) setOpen(false);
      }}
    />
  );
}
