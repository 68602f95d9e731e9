import { Alert, Button, Checkbox, Group, Modal, Text } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { queryRootsOf } from '../live/events-to-queries.js';
import { wordsOf } from '../api/failure-words.js';
import type { Schemas } from '../api/client.js';
import { auditTexts as texts } from '../texts/audit.js';
import { uiTexts } from '../texts/ui.js';
import { announce } from '../ui/announcements.js';
import { FailureNotice } from '../ui/states.js';
import { type AuditEvent, undoEvent, undoPreviewQuery } from './audit-queries.js';
import { Differences } from './event-details.js';
import styles from './audit.module.css';

interface UndoDialogProps {
  event: AuditEvent;
  onClose: () => void;
}

/** Shows what undoing an event would change, and does it. */
export function UndoDialog({ event, onClose }: UndoDialogProps) {
  const [isWhole, setWhole] = useState(false);
  const scope = isWhole ? 'change' : 'event';
  const preview = useQuery(undoPreviewQuery(event.id, scope));
  const undoing = useUndoOfEvent(event, scope, onClose);
  return (
    <Modal
      opened
      onClose={onClose}
      title={texts.undoTitle(event.id)}
      closeButtonProps={{ 'aria-label': uiTexts.close }}
      transitionProps={{ duration: 0 }}
      size="lg"
    >
      <Text mb="sm">
        <b>{event.label || event.type}</b>{' '}
        {[event.featureName, event.project, event.environment].filter(Boolean).join(', ')}
      </Text>
      <Checkbox
        mb="sm"
        label={texts.undoScope}
        checked={isWhole}
        onChange={({ currentTarget: { checked } }) => setWhole(checked)}
      />
      <div role="status">
        {preview.data ? (
          <Preview preview={preview.data} />
        ) : preview.error ? (
          <FailureNotice error={preview.error} retry={() => void preview.refetch()} />
        ) : (
          <Text c="dimmed">{texts.undoReading}</Text>
        )}
      </div>
      {undoing.error && (
        <Alert color="red" role="alert" mt="sm">
          {wordsOf(undoing.error)}
        </Alert>
      )}
      <Group mt="lg" justify="flex-end">
        <Button variant="default" data-autofocus onClick={onClose}>
          {uiTexts.cancel}
        </Button>
        <Button
          disabled={!preview.data?.isPossible}
          loading={undoing.isPending}
          onClick={() => undoing.mutate()}
        >
          {texts.undoNow}
        </Button>
      </Group>
    </Modal>
  );
}

/** Undoes the event, and reads again what that changed. */
function useUndoOfEvent({ id }: AuditEvent, scope: 'event' | 'change', onDone: () => void) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: () => undoEvent(id, scope),
    onSuccess: ({ undone, events }) => {
      announce({ kind: 'done', text: texts.undone(undone.length) });
      for (const root of new Set(events.flatMap(({ type }) => queryRootsOf(type))))
        void queries.invalidateQueries({ queryKey: [root] });
      onDone();
    },
    onSettled: () => queries.invalidateQueries({ queryKey: ['events'] }),
  });
}

const MOST_EVENTS = 20;

function Preview({ preview }: { preview: Schemas['UndoPreviewResponse'] }) {
  const { isPossible, reason, undoneBy, permissions, events } = preview;
  const missing = permissions.filter(({ isGranted }) => !isGranted);
  if (!isPossible)
    return (
      <Alert color="yellow" title={texts.undoImpossible}>
        <Text size="sm">{undoneBy !== null ? texts.undoneBy(undoneBy) : reason}</Text>
        {missing.length > 0 && (
          <Text size="sm">
            {texts.undoLacking} {missing.map(({ anyOf }) => anyOf.join(' / ')).join(', ')}
          </Text>
        )}
      </Alert>
    );
  return (
    <div className={styles.details}>
      <Text>{texts.undoEvents(events.length)}</Text>
      {events.slice(0, MOST_EVENTS).map(({ type, featureName, environment, undoes, ...event }) => (
        <div key={undoes}>
          <Text size="sm" fw={600}>
            {[type, featureName, environment].filter(Boolean).join(' · ')}
          </Text>
          {event.data !== undefined && (
            <Differences event={{ data: event.data, preData: event.preData ?? null }} />
          )}
        </div>
      ))}
    </div>
  );
}
