import { Menu } from '@mantine/core';
import { type ComponentProps, createContext, useContext } from 'react';
import { useLack } from '../app/session/permissions.js';
import { announce } from './announcements.js';
import { PermittedButton } from './permitted-button.js';
import styles from './row-button.module.css';

/** Whether the buttons in it are entries of the menu of a row. */
export const InRowMenu = createContext(false);

export interface RowButtonProps extends ComponentProps<typeof PermittedButton> {
  /** Whether it takes something away for good. */
  isDangerous?: boolean;
  /** Its name, where what it says would be the same in other rows. */
  'aria-label'?: string;
}

/** An action of a row, disabled without the permission: a small button, or an entry of its menu. */
export function RowButton({ isDangerous, ...props }: RowButtonProps) {
  const isEntry = useContext(InRowMenu);
  const className = isDangerous ? styles.dangerous : undefined;
  if (!isEntry)
    return <PermittedButton size="xs" variant="default" className={className} {...props} />;
  return (
    <>
      {isDangerous && <Menu.Divider role="separator" />}
      <Entry {...props} className={className} />
    </>
  );
}

function Entry(props: RowButtonProps) {
  const { needs, place, hindrance, onClick, className, disabled, children } = props;
  const lack = useLack(needs, place) ?? hindrance;
  return (
    <Menu.Item
      className={className}
      aria-label={props['aria-label']}
      // Not `data-disabled`, which the arrow keys skip: the explanation has to be reached.
      aria-disabled={lack ? true : undefined}
      disabled={disabled}
      title={lack}
      onClick={lack ? () => announce({ kind: 'note', text: lack }) : onClick}
    >
      {children}
    </Menu.Item>
  );
}
