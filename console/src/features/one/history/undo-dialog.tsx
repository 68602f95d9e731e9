import { Alert, Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { api, bodyOf, type Schemas } from '../../../api/client.js';
import { wordsOf } from '../../../api/failure-words.js';
import { historyTexts as texts } from '../../../texts/history.js';
import { FormDialog } from '../../../ui/form-dialog.js';
import { FEATURE_ROOTS } from '../../feature-queries.js';
import { DifferenceTable } from './difference-table.js';
import { type RecordedEvent, undoPreviewQuery } from './history-queries.js';

interface UndoProps {
  event: RecordedEvent;
  onClose: () => void;
}

/** Shows what undoing an event does, and does it with one click. */
export function UndoDialog({ event: { id, label }, onClose }: UndoProps) {
  const { data, error } = useQuery(undoPreviewQuery(id));
  const undo = () => bodyOf(api.POST('/api/admin/events/{id}/undo', { params: { path: { id } } }));
  const lacking = lackIn(data);
  return (
    <FormDialog
      title={texts.undoTitle(label)}
      action={texts.undo}
      isBlocked={!data?.isPossible || lacking !== undefined}
      send={undo}
      done={texts.undone(label)}
      outdates={FEATURE_ROOTS}
      onClose={onClose}
    >
      {error && (
        <Alert color="red" role="alert">
          {wordsOf(error)}
        </Alert>
      )}
      {!data && !error && <Text role="status">{texts.reading}</Text>}
      {data && !data.isPossible && (
        <Alert color="orange" title={texts.notPossible}>
          {data.undoneBy === null ? data.reason : texts.alreadyUndone(data.undoneBy)}
        </Alert>
      )}
      {lacking && <Alert color="orange">{texts.lacking(lacking)}</Alert>}
      {data?.isPossible && (
        <section aria-label={texts.willDo}>
          <Title order={3} size="h5">
            {texts.willDo}
          </Title>
          {data.events.map(({ preData, data: after }, index) => (
            <DifferenceTable key={index} before={preData} after={after} />
          ))}
        </section>
      )}
    </FormDialog>
  );
}

/** The permissions that the person lacks; undefined when there are none. */
function lackIn(preview: Schemas['UndoPreviewResponse'] | undefined): string | undefined {
  const missing = preview?.permissions.filter(({ isGranted }) => !isGranted) ?? [];
  return missing.map(({ anyOf }) => anyOf.join(', ')).join('; ') || undefined;
}
