import { NativeSelect, Text } from '@mantine/core';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { ProjectFrame } from '../../../flags/projects/one/project-frame.js';
import { useSearch } from '../../../../app/router/location.js';
import type { PageProps } from '../../../../app/router/route.js';
import { pageOf } from '../../../../kit/tables/page-of.js';
import { changeRequestTexts as texts } from '../../../../texts/change-requests.js';
import { Pagination } from '../../../../kit/pagination.js';
import { EmptyState, FailureNotice, Loading } from '../../../../kit/states.js';
import type { CHANGE_REQUESTS_PATH } from '../change-request-path.js';
import {
  type ChangeRequest,
  type FoundChangeRequest,
  ownRequestsQuery,
  PAGE_SIZE,
  projectRequestsQuery,
} from '../change-request-queries.js';
import { RequestTable } from './request-table.js';
import styles from './request-table.module.css';

const OWN = 'own';
const CHOICES = [
  { value: '', label: texts.all },
  { value: OWN, label: texts.own },
];

/** The change requests of a project. */
export function ProjectRequestsPage({
  params: { project },
}: PageProps<typeof CHANGE_REQUESTS_PATH>) {
  const [search, change] = useSearch();
  const shown = search.get('show') === OWN ? OWN : '';
  return (
    <ProjectFrame project={project}>
      {() => (
        <>
          <NativeSelect
            className={styles.choice}
            label={texts.show}
            data={CHOICES}
            value={shown}
            onChange={({ currentTarget: { value } }) => change({ show: value, page: undefined })}
          />
          {shown === OWN ? <Own project={project} /> : <All project={project} />}
        </>
      )}
    </ProjectFrame>
  );
}

function All({ project }: { project: string }) {
  const [search, change] = useSearch();
  const page = pageOf(search);
  const { data, error, refetch } = useQuery({
    ...projectRequestsQuery(project, page),
    placeholderData: keepPreviousData,
  });
  if (!data)
    return error ? <FailureNotice error={error} retry={() => void refetch()} /> : <Loading />;
  const { requests, count } = data;
  return (
    <>
      <Text mb="sm">{texts.numbers(count.reviewRequired, count.approved)}</Text>
      <Requests requests={requests} />
      {count.total > 0 && (
        <Pagination
          total={count.total}
          size={PAGE_SIZE}
          page={page}
          onChange={(next) => change({ page: next })}
        />
      )}
    </>
  );
}

function Own({ project }: { project: string }) {
  const { data, error, refetch } = useQuery(ownRequestsQuery(project));
  if (!data)
    return error ? <FailureNotice error={error} retry={() => void refetch()} /> : <Loading />;
  return <Requests requests={data} />;
}

function Requests({ requests }: { requests: readonly ChangeRequest[] }) {
  if (requests.length === 0)
    return <EmptyState title={texts.empty}>{texts.emptyOfProject}</EmptyState>;
  return <RequestTable requests={requests.map(inShort)} isOfProject />;
}

const inShort = ({ features, segments, ...rest }: ChangeRequest): FoundChangeRequest => ({
  ...rest,
  features: features.map(({ name }) => name),
  segments: segments.map(({ name }) => name),
});
