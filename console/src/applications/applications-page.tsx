import { useDebouncedCallback } from '@mantine/hooks';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { Schemas } from '../api/client.js';
import { Link } from '../router/link.js';
import { useSearch } from '../router/location.js';
import { type Column, DataTable } from '../tables/data-table.js';
import { OffsetPages } from '../tables/offset-pages.js';
import { pageOf } from '../tables/page-of.js';
import { applicationTexts as texts } from '../texts/applications.js';
import { SearchField } from '../ui/search-field.js';
import { EmptyState, FailureNotice, Loading } from '../ui/states.js';
import { Time } from '../ui/time.js';
import { applicationPath } from './application-path.js';
import { applicationsQuery, PAGE_SIZE } from './application-queries.js';
import styles from './applications.module.css';
import { ApplicationsLayout } from './applications-layout.js';

const PAUSE_MS = 200;
const MAX_LENGTH = 200;

const COLUMNS: readonly Column<Schemas['ApplicationResponse']>[] = [
  {
    head: texts.name,
    isHead: true,
    cell: ({ appName }) => (
      <Link to={applicationPath(appName)} className={styles.link}>
        {appName}
      </Link>
    ),
  },
  {
    head: texts.places,
    cell: ({ usage }) =>
      usage.map(({ project, environments }) => texts.place(project, environments)).join('; ') ||
      '–',
  },
  { head: texts.lastSeen, cell: ({ lastSeen }) => <Time at={lastSeen} relative /> },
];

/** The applications that SDKs have registered. */
export function ApplicationsPage() {
  const [parameters, change] = useSearch();
  const query = parameters.get('q')?.slice(0, MAX_LENGTH) ?? '';
  const [letters, setLetters] = useState(query);
  const find = useDebouncedCallback((q: string) => change({ q, page: undefined }), PAUSE_MS);
  return (
    <ApplicationsLayout intro={texts.intro}>
      <SearchField
        className={styles.search}
        label={texts.search}
        maxLength={MAX_LENGTH}
        value={letters}
        onChange={(next) => {
          setLetters(next);
          find(next);
        }}
      />
      <Results query={query} page={pageOf(parameters)} onPage={(page) => change({ page })} />
    </ApplicationsLayout>
  );
}

interface ResultsProps {
  query: string;
  page: number;
  onPage: (page: number) => void;
}

function Results({ query, page, onPage }: ResultsProps) {
  const { data, error, refetch } = useQuery({
    ...applicationsQuery(query, page),
    placeholderData: keepPreviousData,
  });
  if (error) return <FailureNotice error={error} retry={() => void refetch()} />;
  if (!data) return <Loading />;
  if (data.total === 0)
    return query ? (
      <EmptyState title={texts.nothingTitle}>{texts.nothing}</EmptyState>
    ) : (
      <EmptyState title={texts.emptyTitle}>{texts.empty}</EmptyState>
    );
  return (
    <>
      <DataTable
        label={texts.list}
        columns={COLUMNS}
        rows={data.applications}
        keyOf={({ appName }) => appName}
      />
      <OffsetPages total={data.total} size={PAGE_SIZE} page={page} onChange={onPage} />
    </>
  );
}
