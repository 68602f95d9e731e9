import { lazy } from 'react';
import { closeSwitchDialog, useSwitchTarget } from './switch-dialog-store.js';
import { LazyPart } from '../../../kit/lazy-part.js';

const SwitchDialog = lazy(() =>
  import('./switch-dialog.js').then(({ SwitchDialog }) => ({ default: SwitchDialog })),
);

/** Shows the dialog of a switch, wherever it was opened. */
export function SwitchDialogHost() {
  const target = useSwitchTarget();
  if (!target) return null;
  const key = `${target.feature} ${target.environment} ${target.turnsOn}`;
  return (
    <LazyPart>
      <SwitchDialog key={key} target={target} onClose={closeSwitchDialog} />
    </LazyPart>
  );
}
