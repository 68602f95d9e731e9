import { lazy } from 'react';
import { LazyPart } from '../../../kit/lazy-part.js';
import { closeUndoDialog, useUndoTarget } from './undo-dialog-store.js';

const UndoDialog = lazy(() =>
  import('./undo-dialog.js').then(({ UndoDialog }) => ({ default: UndoDialog })),
);

/** Shows the dialog of an undo that could not be made with one click. */
export function UndoDialogHost() {
  const target = useUndoTarget();
  if (!target) return null;
  return (
    <LazyPart>
      <UndoDialog key={target.id} event={target} onClose={closeUndoDialog} />
    </LazyPart>
  );
}
