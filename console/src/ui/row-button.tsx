import type { ComponentProps } from 'react';
import { PermittedButton } from './permitted-button.js';

/** A small button at the end of a row, disabled for people without the permission. */
export function RowButton(props: ComponentProps<typeof PermittedButton>) {
  return <PermittedButton size="xs" variant="default" {...props} />;
}
