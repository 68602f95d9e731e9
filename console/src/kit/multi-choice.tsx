import { MultiSelect, type MultiSelectProps } from '@mantine/core';
import { useState } from 'react';

/** Fingers, which have no key to close a list that covers what is below it. */
const TOUCH = '(pointer: coarse)';

/** A field in which several things are chosen. On touch screens its list closes after a choice. */
export function MultiChoice(props: MultiSelectProps) {
  const [isOpen, setOpen] = useState(false);
  return (
    <MultiSelect
      {...props}
      dropdownOpened={isOpen}
      onDropdownOpen={() => setOpen(true)}
      onDropdownClose={() => setOpen(false)}
      onOptionSubmit={() => {
        if (window.matchMedia(TOUCH).matches) setOpen(false);
      }}
    />
  );
}
