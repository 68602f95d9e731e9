import { lazy, useEffect, useState } from 'react';
import { onConfirmationNeeded, type PendingConfirmation } from '../../api/confirmation.js';
import { LazyPart } from '../../kit/lazy-part.js';

const ConfirmationDialog = lazy(() =>
  import('./confirmation-dialog.js').then(({ ConfirmationDialog }) => ({
    default: ConfirmationDialog,
  })),
);

/** Asks the person to confirm who they are when a request needs it, and repeats the request. */
export function ConfirmationPrompt() {
  const [pending, setPending] = useState<PendingConfirmation>();
  useEffect(
    () =>
      onConfirmationNeeded((next) =>
        setPending((current) => {
          current?.cancel();
          return next;
        }),
      ),
    [],
  );
  if (!pending) return null;
  const end = (how: 'confirm' | 'cancel'): void => {
    setPending(undefined);
    pending[how]();
  };
  return (
    <LazyPart>
      <ConfirmationDialog
        methods={pending.methods}
        onConfirmed={() => end('confirm')}
        onCancel={() => end('cancel')}
      />
    </LazyPart>
  );
}
