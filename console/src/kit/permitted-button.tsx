import { Button, type ButtonProps } from '@mantine/core';
import type { MouseEventHandler } from 'react';
import { type Place, useLack } from '../app/session/permissions.js';
import { announce } from './announcements.js';

interface PermittedButtonProps extends ButtonProps {
  /** The permission, or several of which one is enough; none without. */
  needs?: string | readonly string[];
  /** Where it is needed. */
  place?: Place;
  /** Why nobody can press it now; it is disabled with this explanation. */
  hindrance?: string;
  type?: 'button' | 'submit';
  onClick?: MouseEventHandler<HTMLButtonElement>;
}

/**
 * A button that is disabled without the permission, and names it on hover and when it is pressed.
 * It keeps the focus, so that keyboards and screen readers reach the explanation.
 */
export function PermittedButton(props: PermittedButtonProps) {
  const { needs, place, hindrance, onClick, ...rest } = props;
  const lack = useLack(needs, place) ?? hindrance;
  if (!lack) return <Button {...rest} onClick={onClick} />;
  return (
    <Button
      {...rest}
      type="button"
      data-disabled
      aria-disabled
      title={lack}
      onClick={(event) => {
        event.preventDefault();
        announce({ kind: 'note', text: lack });
      }}
    />
  );
}
