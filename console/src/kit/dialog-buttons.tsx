import { Alert, Button, Group } from '@mantine/core';
import { type ReactNode, useEffect, useState } from 'react';
import { uiTexts } from '../texts/ui.js';
import { UNCONFIRMED_MS } from './use-action.js';

interface DialogButtonsProps {
  /** Whether the change was sent and is not confirmed yet. */
  isSent: boolean;
  /** Whether a part of it was done already. */
  isDone?: boolean;
  onClose: () => void;
  children?: ReactNode;
}

/** The buttons of a dialog. What was sent can no longer be cancelled: the dialog can be closed. */
export function DialogButtons({ isSent, isDone, onClose, children }: DialogButtonsProps) {
  return (
    <>
      {isSent && <Unconfirmed />}
      <Group mt="lg" justify="flex-end">
        <Button variant="default" onClick={onClose}>
          {isSent || isDone ? uiTexts.close : uiTexts.cancel}
        </Button>
        {children}
      </Group>
    </>
  );
}

function Unconfirmed() {
  const [isLate, setLate] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setLate(true), UNCONFIRMED_MS);
    return () => clearTimeout(timer);
  }, []);
  return (
    <div role="status">
      {isLate && (
        <Alert color="yellow" mt="md" title={uiTexts.unconfirmed}>
          {uiTexts.unconfirmedHint}
        </Alert>
      )}
    </div>
  );
}
