import type { ComponentProps } from 'react';
import { uiTexts } from '../texts/ui.js';
import { RemovalDialog } from './removal-dialog.js';
import { RowButton, type RowButtonProps } from './row-button.js';
import type { RenderDialog } from './use-dialog.js';

type DialogProps = Omit<ComponentProps<typeof RemovalDialog>, 'action' | 'onClose'>;

interface RowRemovalProps
  extends DialogProps, Pick<RowButtonProps, 'needs' | 'place' | 'aria-label'> {
  /** What the button of the row says. */
  label?: string;
  /** What the button of the dialog says; its title otherwise. */
  action?: string;
  show: (render: RenderDialog) => void;
}

/** The button of a row that deletes its thing, after a dialog that says what it affects. */
export function RowRemoval(props: RowRemovalProps) {
  const { label = uiTexts.remove, needs, place, show, 'aria-label': name, ...dialog } = props;
  return (
    <RowButton
      isDangerous
      needs={needs}
      place={place}
      aria-label={name}
      onClick={() =>
        show((close) => <RemovalDialog action={dialog.title} {...dialog} onClose={close} />)
      }
    >
      {label}
    </RowButton>
  );
}
