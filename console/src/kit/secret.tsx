import { Alert, Button, Code, Modal } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { uiTexts } from '../texts/ui.js';
import { announce } from './announcements.js';
import styles from './secret.module.css';

/** A text with a button that copies it. */
export function Copyable({ text, label }: { text: string; label: string }) {
  const [isCopied, setCopied] = useState(false);
  const copy = async (): Promise<void> => {
    try {
      await navigator.clipboard.writeText(text);
      setCopied(true);
    } catch {
      // Browsers refuse it on pages without encryption.
      announce({ kind: 'failed', text: uiTexts.copyByHand });
    }
  };
  return (
    <div className={styles.copyable}>
      <Code block className={styles.code} tabIndex={0} aria-label={label}>
        {text}
      </Code>
      <Button
        variant="default"
        size="xs"
        aria-label={isCopied ? uiTexts.copied : uiTexts.copyOf(label)}
        onClick={() => void copy()}
      >
        {isCopied ? uiTexts.copied : uiTexts.copy}
      </Button>
    </div>
  );
}

interface SecretDialogProps {
  title: string;
  label: string;
  secret: string;
  onClose: () => void;
  children?: ReactNode;
}

/** Shows a secret that the service does not show again, so that only its buttons close it. */
export function SecretDialog({ title, label, secret, onClose, children }: SecretDialogProps) {
  return (
    <Modal
      opened
      onClose={onClose}
      closeOnClickOutside={false}
      closeOnEscape={false}
      title={title}
      size="xl"
    >
      <Alert color="orange" mb="sm">
        {uiTexts.shownOnce}
      </Alert>
      <Copyable text={secret} label={label} />
      {children}
      <Button mt="lg" onClick={onClose}>
        {uiTexts.haveSaved}
      </Button>
    </Modal>
  );
}
