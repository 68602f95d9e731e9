import { Badge, Button, Text } from '@mantine/core';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { DifferenceTable } from '../../../../audit/events/difference-table.js';
import { differencesOf } from '../../../../audit/events/differences.js';
import { wordsOfAuthor } from '../../../../audit/events/words-of-author.js';
import { UndoDialog } from '../../../../audit/events/undo-dialog.js';
import { Link } from '../../../../../app/router/link.js';
import { useSearch } from '../../../../../app/router/location.js';
import { pageOf } from '../../../../../kit/tables/page-of.js';
import { historyTexts as texts } from '../../../../../texts/history.js';
import { Pagination } from '../../../../../kit/pagination.js';
import { EmptyState, FailureNotice, Loading } from '../../../../../kit/states.js';
import { Time } from '../../../../../kit/time.js';
import { useDialog } from '../../../../../kit/use-dialog.js';
import { pathBeforeEvent } from '../../feature-path.js';
import type { Feature } from '../../feature-queries.js';
import styles from './history.module.css';
import { featureEventsQuery, PAGE_SIZE, type RecordedEvent } from './history-queries.js';

/** What happened to a feature, newest first, with differences and undo. */
export function HistorySection({ feature: { project, name } }: { feature: Feature }) {
  const [search, change] = useSearch();
  const page = pageOf(search);
  const [dialog, open] = useDialog();
  const { data, error, refetch } = useQuery({
    ...featureEventsQuery(project, name, page),
    placeholderData: keepPreviousData,
  });
  if (!data)
    return error ? <FailureNotice error={error} retry={() => void refetch()} /> : <Loading />;
  if (data.total === 0) return <EmptyState title={texts.emptyTitle}>{texts.empty}</EmptyState>;
  return (
    <>
      <ol className={styles.events} aria-label={texts.list}>
        {data.events.map((event) => (
          <HistoryEntry
            key={event.id}
            event={event}
            onUndo={() => open((close) => <UndoDialog event={event} onClose={close} />)}
          />
        ))}
      </ol>
      <Pagination
        of={texts.list}
        total={data.total}
        size={PAGE_SIZE}
        page={page}
        onChange={(next) => change({ page: next === 1 ? undefined : next })}
      />
      {dialog}
    </>
  );
}

interface EntryProps {
  event: RecordedEvent;
  onUndo: () => void;
}

function HistoryEntry({ event, onUndo }: EntryProps) {
  const { id, label, environment, createdAt, undoes } = event;
  const { project, featureName } = event;
  return (
    <li className={styles.event}>
      <div className={styles.head}>
        <div className={styles.what}>
          <Text fw={600}>{label}</Text>
          {environment && (
            <Badge variant="default" tt="none">
              {environment}
            </Badge>
          )}
          {undoes !== undefined && (
            <Badge variant="light" color="gray" tt="none">
              {texts.undoes(undoes)}
            </Badge>
          )}
        </div>
        <Button
          size="compact-sm"
          variant="default"
          aria-label={texts.undoOf(label, id)}
          onClick={onUndo}
        >
          {texts.undo}
        </Button>
      </div>
      <Text size="sm" c="dimmed">
        <Time at={createdAt} exact /> {texts.by(wordsOfAuthor(event))}{' '}
        {project && featureName && (
          <Link
            to={pathBeforeEvent(project, featureName, createdAt)}
            aria-label={texts.stateBeforeEvent(id)}
            className={styles.link}
          >
            {texts.stateBefore}
          </Link>
        )}
      </Text>
      <details className={styles.details}>
        <summary>{texts.differences}</summary>
        <DifferenceTable differences={differencesOf(event.preData, event.data)} />
      </details>
    </li>
  );
}
