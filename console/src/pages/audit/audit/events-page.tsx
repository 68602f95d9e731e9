import { Button } from '@mantine/core';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { wordsOfAuthor } from '../events/words-of-author.js';
import { featurePath } from '../../flags/features/feature-path.js';
import { Link } from '../../../app/router/link.js';
import { useSearch } from '../../../app/router/location.js';
import { type Column, DataTable } from '../../../kit/tables/data-table.js';
import { pageOf } from '../../../kit/tables/page-of.js';
import { auditTexts as texts } from '../../../texts/audit.js';
import { CsvButton } from '../../../kit/csv-button.js';
import { Pagination } from '../../../kit/pagination.js';
import { EmptyState, FailureNotice, Loading } from '../../../kit/states.js';
import { Time } from '../../../kit/time.js';
import styles from './audit.module.css';
import { AuditPage } from './audit-page.js';
import {
  type AuditEvent,
  type EventSearch,
  eventsCsv,
  eventsQuery,
  MOST_IN_FILE,
  PAGE_SIZE,
} from './audit-queries.js';
import { EventDetails } from './event-details.js';
import { EventCriteria, eventSearchOf } from './event-criteria.js';
import { plainSentence } from './without-markdown.js';

/** Events of the audit log that match the criteria in the address. */
export function EventsPage() {
  const [parameters, change] = useSearch();
  const search = eventSearchOf(parameters);
  return (
    <AuditPage intro={texts.intro}>
      <EventCriteria
        search={search}
        onChange={(changes) => change({ page: undefined, ...changes })}
      />
      <Events search={search} page={pageOf(parameters)} onPage={(page) => change({ page })} />
    </AuditPage>
  );
}

interface EventsProps {
  search: EventSearch;
  page: number;
  onPage: (page: number) => void;
}

function Events({ search, page, onPage }: EventsProps) {
  const [open, setOpen] = useState<number>();
  const { data, error, refetch } = useQuery({
    ...eventsQuery(search, page),
    placeholderData: keepPreviousData,
  });
  if (!data)
    return error ? <FailureNotice error={error} retry={() => void refetch()} /> : <Loading />;
  if (data.total === 0) return <Nothing isFiltered={Object.keys(search).length > 0} />;
  const columns: Column<AuditEvent>[] = [
    { head: texts.when, cell: ({ createdAt }) => <Time at={createdAt} /> },
    { head: texts.what, isHead: true, cell: (event) => <What event={event} /> },
    { head: texts.where, cell: (event) => <Place event={event} /> },
    { head: texts.who, cell: wordsOfAuthor },
    {
      head: texts.showDetails,
      cell: ({ id }) => (
        <Button
          size="compact-sm"
          variant="default"
          aria-expanded={open === id}
          aria-label={open === id ? texts.hideDetailsOf(id) : texts.details(id)}
          onClick={() => setOpen(open === id ? undefined : id)}
        >
          {open === id ? texts.hideDetails : texts.showDetails}
        </Button>
      ),
    },
  ];
  return (
    <>
      <DataTable
        label={texts.list}
        columns={columns}
        rows={data.events}
        keyOf={({ id }) => id}
        detail={(event) => (event.id === open ? <EventDetails event={event} /> : undefined)}
      />
      <Pagination total={data.total} size={PAGE_SIZE} page={page} onChange={onPage} />
      <Download search={search} total={data.total} />
    </>
  );
}

/** A file of the events that match. */
function Download({ search, total }: { search: EventSearch; total: number }) {
  return (
    <CsvButton name="events.csv" read={() => eventsCsv(search)}>
      {texts.download(Math.min(total, MOST_IN_FILE), total)}
    </CsvButton>
  );
}

function Nothing({ isFiltered }: { isFiltered: boolean }) {
  return isFiltered ? (
    <EmptyState title={texts.nothingTitle}>{texts.nothing}</EmptyState>
  ) : (
    <EmptyState title={texts.emptyTitle}>{texts.empty}</EmptyState>
  );
}

/** What an event was about, in a few words. */
export function What({ event: { label, type, summary } }: { event: AuditEvent }) {
  return (
    <>
      {label || type}
      <div className={styles.summary}>{plainSentence(summary)}</div>
    </>
  );
}

function Place({ event: { featureName, project, environment } }: { event: AuditEvent }) {
  const others = [project, environment].filter(Boolean).join(', ');
  if (!featureName || !project) return <>{featureName ?? others}</>;
  return (
    <>
      <Link to={featurePath(project, featureName)} className={styles.link}>
        {featureName}
      </Link>
      {others && ` (${others})`}
    </>
  );
}
