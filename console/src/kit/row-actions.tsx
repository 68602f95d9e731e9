import { Button, Menu } from '@mantine/core';
import { Children, isValidElement, type ReactNode } from 'react';
import { uiTexts } from '../texts/ui.js';
import { InRowMenu, type RowButtonProps } from './row-button.js';

/** More than these are in a menu. */
const MOST_BUTTONS = 2;

interface RowActionsProps {
  /** The name of what the row shows. */
  of: string;
  /** Its `RowButton`s and `RowRemoval`, what people do most first and what deletes last. */
  children: ReactNode;
}

/** What can be done with a row: two buttons, or the first one and a menu of the others. */
export function RowActions({ of, children }: RowActionsProps) {
  const actions = Children.toArray(children);
  if (actions.length <= MOST_BUTTONS) return actions;
  const [first, ...others] = actions;
  return (
    <>
      {first}
      <Menu
        position="bottom-end"
        transitionProps={{ duration: 0 }}
        withinPortal={false}
        withInitialFocusPlaceholder={false}
      >
        <Menu.Target>
          <Button
            size="xs"
            variant="default"
            loading={others.some(isWorking)}
            aria-label={uiTexts.actionsOf(of)}
            title={uiTexts.actionsOf(of)}
          >
            …
          </Button>
        </Menu.Target>
        <Menu.Dropdown>
          <InRowMenu value>{others}</InRowMenu>
        </Menu.Dropdown>
      </Menu>
    </>
  );
}

/** Whether the service has not answered what an entry has sent. */
const isWorking = (action: ReactNode): boolean =>
  isValidElement<RowButtonProps>(action) && Boolean(action.props.loading);
