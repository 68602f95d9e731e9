import { Button } from '@mantine/core';
import { useState } from 'react';
import { useQuery, keepPreviousData } from '@tanstack/react-query';
import { Link } from '../../router/link.js';
import { useSearch } from '../../router/location.js';
import { Redirect } from '../../router/redirect.js';
import { featureTexts } from '../../texts/features.js';
import { Page } from '../../ui/page.js';
import { EmptyState, FailureNotice, Loading } from '../../ui/states.js';
import { newFeaturePath } from '../feature-path.js';
import { featureSearchQuery } from '../feature-queries.js';
import { BulkHost } from './bulk-host.js';
import { FeatureTable } from './feature-table.js';
import { keyOf } from './selection.js';
import { Filters } from './filters.js';
import { type ListSearch, listSearchOf, toFeatureSearch } from './list-search.js';
import { Pages } from './pages.js';

/** The start of the console leads to the features. */
export function StartPage() {
  return <Redirect to="/features" />;
}

/** The features of all projects, or those that the filters leave. */
export function FeaturesPage() {
  const [parameters, changeSearch] = useSearch();
  const search = listSearchOf(parameters);
  const change = (changes: ListSearch): void => changeSearch({ page: undefined, ...changes });
  return (
    <Page
      title={search.project ? featureTexts.titleOf(search.project) : featureTexts.title}
      actions={
        <Button component={Link} to={newFeaturePath(search.project)}>
          {featureTexts.new}
        </Button>
      }
    >
      <Filters search={search} onChange={change} />
      <Results search={search} onChange={change} />
    </Page>
  );
}

interface ResultsProps {
  search: ListSearch;
  onChange: (changes: ListSearch) => void;
}

const NOTHING: ReadonlySet<string> = new Set();

function Results({ search, onChange }: ResultsProps) {
  const [selected, setSelected] = useState(NOTHING);
  const { data, error, refetch } = useQuery({
    ...featureSearchQuery(toFeatureSearch(search)),
    placeholderData: keepPreviousData,
  });
  if (!data)
    return error ? <FailureNotice error={error} retry={() => void refetch()} /> : <Loading />;
  if (data.total === 0) return <Nothing isFiltered={Object.keys(search).length > 0} />;
  return (
    <>
      <FeatureTable
        features={data.features}
        search={search}
        selected={selected}
        onSelect={setSelected}
        onSort={onChange}
      />
      <BulkHost
        features={data.features.filter((feature) => selected.has(keyOf(feature)))}
        onDone={() => setSelected(NOTHING)}
      />
      <Pages total={data.total} page={search.page ?? 1} onChange={(page) => onChange({ page })} />
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
