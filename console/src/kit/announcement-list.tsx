import { Button, CloseButton, Paper, Text } from '@mantine/core';
import { useEffect, useRef } from 'react';
import { uiTexts } from '../texts/ui.js';
import { type Announcement, dismiss, useAnnouncements } from './announcements.js';
import styles from './announcement-list.module.css';

/** Shows messages in a corner, and has them read aloud. */
export function AnnouncementList() {
  const shown = useAnnouncements();
  return (
    <div className={styles.list} role="status" aria-live="polite" aria-label={uiTexts.messages}>
      {shown.map((one) => (
        <Message key={one.id} announcement={one} />
      ))}
    </div>
  );
}

const SHOWN_MS = 8_000;

/** Failures stay until they are dismissed; others stay while somebody points at them. */
function Message({ announcement: { id, text, kind, action } }: { announcement: Announcement }) {
  const paper = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (kind === 'failed') return;
    const timer = setInterval(() => {
      if (!paper.current?.matches(':hover, :focus-within')) dismiss(id);
    }, SHOWN_MS);
    return () => clearInterval(timer);
  }, [id, kind]);
  return (
    <Paper ref={paper} withBorder shadow="md" className={styles.message} data-kind={kind}>
      <Text size="sm" className={styles.text}>
        {text}
      </Text>
      {action && (
        <Button
          size="compact-sm"
          variant="default"
          onClick={() => {
            dismiss(id);
            action.run();
          }}
        >
          {action.label}
        </Button>
      )}
      <CloseButton aria-label={uiTexts.dismiss} onClick={() => dismiss(id)} />
    </Paper>
  );
}
