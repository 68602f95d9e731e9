import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useSearch } from '../../../../app/router/location.js';
import { featureTexts } from '../../../../texts/features.js';
import { Pagination } from '../../../../kit/pagination.js';
import { EmptyState, FailureNotice, Loading } from '../../../../kit/states.js';
import { featureSearchQuery, type FoundFeature } from '../feature-queries.js';
import { FirstStepsHost, LaterFirstSteps, useIsNew } from '../first-steps/first-steps-host.js';
import { BulkHost } from './bulk-host.js';
import { FeatureTable } from './feature-table.js';
import { Filters } from './filters.js';
import { type ListSearch, listSearchOf, PAGE_SIZE, toFeatureSearch } from './list-search.js';
import { keyOf } from './selection.js';
import { useColumns } from './use-columns.js';

interface FeatureListProps {
  /** The only project whose features are listed; those of all projects without it. */
  project?: string;
}

/** The features that the filters of the address leave. */
export function FeatureList({ project }: FeatureListProps) {
  const [parameters, changeSearch] = useSearch();
  const search = listSearchOf(parameters);
  const change = (changes: ListSearch): void => changeSearch({ page: undefined, ...changes });
  return (
    <>
      <Filters search={search} project={project} onChange={change} />
      <Results search={search} project={project} onChange={change} />
    </>
  );
}

interface ResultsProps extends FeatureListProps {
  search: ListSearch;
  onChange: (changes: ListSearch) => void;
}

const NOTHING: ReadonlySet<string> = new Set();
const NO_FEATURES: readonly FoundFeature[] = [];

function Results({ search, project, onChange }: ResultsProps) {
  const [selected, setSelected] = useState(NOTHING);
  const { data, error, refetch } = useQuery({
    ...featureSearchQuery(toFeatureSearch(project ? { ...search, project } : search)),
    placeholderData: keepPreviousData,
  });
  const columns = useColumns(data?.features ?? NO_FEATURES, project !== undefined);
  const isFiltered = Object.keys(search).length > 0;
  const isNew = useIsNew(data, isFiltered || project !== undefined);
  if (!data)
    return error ? <FailureNotice error={error} retry={() => void refetch()} /> : <Loading />;
  if (data.total === 0) {
    const nothing = <Nothing isFiltered={isFiltered} />;
    return isNew ? <FirstStepsHost features={[]} otherwise={nothing} /> : nothing;
  }
  return (
    <>
      <FeatureTable
        features={data.features}
        search={search}
        {...columns}
        selected={selected}
        onSelect={setSelected}
        onSort={onChange}
      />
      <BulkHost
        features={data.features.filter((feature) => selected.has(keyOf(feature)))}
        areArchived={search.archived}
        onDone={() => setSelected(NOTHING)}
      />
      <Pagination
        total={data.total}
        size={PAGE_SIZE}
        page={search.page ?? 1}
        onChange={(page) => onChange({ page: page === 1 ? undefined : page })}
      />
      {isNew && <LaterFirstSteps features={data.features} />}
    </>
  );
}

function Nothing({ isFiltered }: { isFiltered: boolean }) {
  return isFiltered ? (
    <EmptyState title={featureTexts.nothingTitle}>{featureTexts.nothing}</EmptyState>
  ) : (
    <EmptyState title={featureTexts.emptyTitle}>{featureTexts.empty}</EmptyState>
  );
}
