import { Button, NativeSelect, Text } from '@mantine/core';
import {
  keepPreviousData,
  queryOptions,
  useIsFetching,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { api, bodyOf, type Schemas } from '../../../api/client.js';
import { useSearch } from '../../../app/router/location.js';
import { type Column, DataTable } from '../../../kit/tables/data-table.js';
import { auditTexts } from '../../../texts/audit.js';
import { culpritTexts as texts } from '../../../texts/culprits.js';
import { momentOf } from '../../../kit/moment.js';
import { MomentField, useMoment } from '../../../kit/moment-field.js';
import { withCurrent } from '../../../kit/options.js';
import { EmptyState, FailureNotice, Loading } from '../../../kit/states.js';
import { Time } from '../../../kit/time.js';
import styles from './audit.module.css';
import { AuditPage } from './audit-page.js';
import { auditOptionsQuery } from './audit-queries.js';
import { EventDetails } from './event-details.js';
import { What } from './events-page.js';

type Culprit = Schemas['CulpritResponse'];

/** What is searched, as the address keeps it. */
interface Search {
  at?: string | undefined;
  project?: string | undefined;
  environment?: string | undefined;
}

const CULPRITS = ['events', 'culprits'] as const;

const culpritsQuery = (search: Search) =>
  queryOptions({
    queryKey: [...CULPRITS, search] as const,
    queryFn: ({ signal }) => {
      const { at, project, environment } = search;
      const query = {
        ...(at ? { at } : {}),
        ...(project ? { project } : {}),
        ...(environment ? { environment } : {}),
      };
      return bodyOf(api.GET('/api/admin/search/culprits', { params: { query }, signal }));
    },
  });

/** The changes that may have caused what was noticed at the moment in the address. */
export function CulpritsPage() {
  const [parameters, change] = useSearch();
  const search: Search = {
    at: momentOf(parameters.get('at'))?.toISOString(),
    project: parameters.get('project') ?? undefined,
    environment: parameters.get('environment') ?? undefined,
  };
  return (
    <AuditPage intro={texts.intro}>
      <CulpritForm
        key={parameters.toString()}
        search={search}
        onSearch={(next) => change({ ...next })}
      />
      <Culprits search={search} />
    </AuditPage>
  );
}

function CulpritForm({ search, onSearch }: { search: Search; onSearch: (next: Search) => void }) {
  const { data } = useQuery(auditOptionsQuery);
  const queries = useQueryClient();
  const isSearching = useIsFetching({ queryKey: CULPRITS }) > 0;
  const moment = useMoment(momentOf(search.at ?? null));
  const [project, setProject] = useState(search.project ?? '');
  const [environment, setEnvironment] = useState(search.environment ?? '');
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    const past = moment.value === '' ? undefined : moment.read();
    if (past === undefined && moment.value !== '') return;
    onSearch({
      at: past?.toISOString(),
      project: project || undefined,
      environment: environment || undefined,
    });
    // What is searched may be the same as before, and its answer another one.
    void queries.invalidateQueries({ queryKey: CULPRITS });
  };
  const any = { value: '', label: auditTexts.any };
  return (
    <form className={styles.search} onSubmit={submit}>
      <MomentField label={texts.noticed} hint={texts.now} moment={moment} />
      <NativeSelect
        label={auditTexts.project}
        value={project}
        data={[any, ...withCurrent(data?.projects ?? [], search.project)]}
        onChange={({ currentTarget: { value } }) => setProject(value)}
      />
      <NativeSelect
        label={auditTexts.environment}
        value={environment}
        data={[any, ...withCurrent(data?.environments ?? [], search.environment)]}
        onChange={({ currentTarget: { value } }) => setEnvironment(value)}
      />
      <Button type="submit" loading={isSearching}>
        {texts.search}
      </Button>
    </form>
  );
}

function Culprits({ search }: { search: Search }) {
  const [open, setOpen] = useState<number>();
  const { data, error, refetch } = useQuery({
    ...culpritsQuery(search),
    placeholderData: keepPreviousData,
  });
  if (!data)
    return error ? <FailureNotice error={error} retry={() => void refetch()} /> : <Loading />;
  if (data.culprits.length === 0)
    return <EmptyState title={texts.noneTitle}>{texts.none}</EmptyState>;
  return (
    <>
      <Text size="sm" mb="sm">
        {texts.examined(data.examined, data.hasMore)} <Time at={data.at} exact />
      </Text>
      <DataTable
        label={texts.list}
        columns={columnsOf(open, setOpen)}
        rows={data.culprits}
        keyOf={({ event }) => event.id}
        detail={({ event }) => (event.id === open ? <EventDetails event={event} /> : undefined)}
      />
    </>
  );
}

function columnsOf(
  open: number | undefined,
  setOpen: (id: number | undefined) => void,
): Column<Culprit>[] {
  return [
    { head: auditTexts.what, isHead: true, cell: ({ event }) => <What event={event} /> },
    { head: texts.why, cell: ({ reasons }) => <Reasons reasons={reasons} /> },
    { head: auditTexts.when, cell: ({ event }) => <Time at={event.createdAt} exact /> },
    {
      head: auditTexts.showDetails,
      cell: ({ event: { id } }) => (
        <Button
          size="compact-sm"
          variant="default"
          aria-expanded={open === id}
          aria-label={open === id ? auditTexts.hideDetailsOf(id) : auditTexts.details(id)}
          onClick={() => setOpen(open === id ? undefined : id)}
        >
          {open === id ? auditTexts.hideDetails : auditTexts.showDetails}
        </Button>
      ),
    },
  ];
}

function Reasons({ reasons }: Pick<Culprit, 'reasons'>) {
  return (
    <ul className={styles.steps}>
      {reasons.map((reason) => (
        <li key={reason.name}>{texts.reason(reason)}</li>
      ))}
    </ul>
  );
}
