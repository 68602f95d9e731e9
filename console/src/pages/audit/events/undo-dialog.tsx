import { Alert, Checkbox, Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { Schemas } from '../../../api/client.js';
import { service, wordsOf } from '../../../api/failure-words.js';
import { propose } from '../../governance/change-requests/proposal.js';
import { queryRootsOf } from '../../../app/live/events-to-queries.js';
import { eventTexts as texts } from '../../../texts/events.js';
import { failureTexts } from '../../../texts/failures.js';
import { number } from '../../../texts/format.js';
import { proposalTexts } from '../../../texts/proposals.js';
import { ApprovalNotice, FormDialog } from '../../../kit/form-dialog.js';
import { DifferenceTable } from './difference-table.js';
import { differencesOf } from './differences.js';
import styles from './events.module.css';
import { proposalOf } from './undo-proposal.js';
import type { UndoTarget } from './undo-dialog-store.js';
import { undoEvent, undoPreviewQuery } from './undo-queries.js';

type Preview = Schemas['UndoPreviewResponse'];
type Change = Preview['events'][number];

interface UndoProps {
  event: UndoTarget;
  onClose: () => void;
}

/** Shows what undoing an event does, and does it with one click. */
export function UndoDialog({ event, onClose }: UndoProps) {
  const { id, type } = event;
  const [isWhole, setWhole] = useState(event.scope === 'change');
  const scope = isWhole ? 'change' : 'event';
  const { data, error } = useQuery(undoPreviewQuery(id, scope));
  const name = [event.label || type, event.featureName, event.environment]
    .filter(Boolean)
    .join(' · ');
  const lacking = data?.permissions.find(({ isGranted }) => !isGranted);
  const proposal = data && proposalOf(data);
  return (
    <FormDialog
      title={texts.undoTitle(name)}
      action={proposal ? proposalTexts.propose : texts.undo}
      isBlocked={!data?.isPossible && !lacking && !proposal}
      needs={lacking?.anyOf}
      place={lacking && placeOf(lacking)}
      send={() => (proposal ? propose(proposal) : undoEvent(id, scope))}
      done={proposal ? undefined : texts.undone(name)}
      outdates={rootsOf([type, ...(data?.events ?? []).map((event) => event.type)])}
      onClose={onClose}
    >
      <Checkbox
        label={texts.scope}
        checked={isWhole}
        onChange={({ currentTarget: { checked } }) => setWhole(checked)}
      />
      {data ? (
        <PreviewOf preview={data} />
      ) : error ? (
        <Alert color="red" role="alert">
          {wordsOf(error)}
        </Alert>
      ) : (
        <Text role="status">{texts.reading}</Text>
      )}
    </FormDialog>
  );
}

const placeOf = ({ project, environment }: Preview['permissions'][number]) => ({
  project: project ?? undefined,
  environment: environment ?? undefined,
});

const rootsOf = (types: readonly string[]): string[] => [
  ...new Set(['events', 'change-requests', ...types.flatMap(queryRootsOf)]),
];

function PreviewOf({ preview }: { preview: Preview }) {
  const { isPossible, reason, undoneBy, permissions, events } = preview;
  const lacking = permissions.filter(({ isGranted }) => !isGranted);
  const isProposed = proposalOf(preview) !== undefined;
  return (
    <>
      {lacking.map(({ anyOf }) => (
        <Alert key={anyOf.join()} color="orange">
          {failureTexts.lacking(anyOf)}
        </Alert>
      ))}
      {isProposed && <ApprovalNotice environment={preview.proposeIn?.environment} />}
      {!isPossible && !isProposed && lacking.length === 0 && (
        <Alert color="orange" title={texts.notPossible}>
          {undoneBy === null ? service.told(reason ?? '') : texts.alreadyUndone(undoneBy)}
        </Alert>
      )}
      {events.length > 0 && <Changes changes={events} />}
    </>
  );
}

const MOST_CHANGES = 20;

function Changes({ changes }: { changes: readonly Change[] }) {
  return (
    <section aria-label={texts.willDo} className={styles.parts}>
      <Title order={3} size="h5">
        {texts.willDo}
      </Title>
      {changes.slice(0, MOST_CHANGES).map((change) => (
        <div key={change.undoes}>
          <Text size="sm" fw={600}>
            {[change.label, change.featureName, change.environment].filter(Boolean).join(' · ')}
          </Text>
          {change.data !== undefined && (
            <DifferenceTable differences={differencesOf(change.preData, change.data)} />
          )}
        </div>
      ))}
      {changes.length > MOST_CHANGES && (
        <Text size="sm">{texts.more(number(changes.length - MOST_CHANGES))}</Text>
      )}
    </section>
  );
}
