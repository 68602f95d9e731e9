import { service } from '../../../api/failure-words.js';
import { Badge, Button } from '@mantine/core';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { Schemas } from '../../../api/client.js';
import { useSearch } from '../../../app/router/location.js';
import { type Column, DataTable } from '../../../kit/tables/data-table.js';
import { pageOf } from '../../../kit/tables/page-of.js';
import { auditTexts as texts } from '../../../texts/audit.js';
import { uiTexts } from '../../../texts/ui.js';
import { EmptyState, FailureNotice, Loading } from '../../../kit/states.js';
import { Time } from '../../../kit/time.js';
import styles from './audit.module.css';
import { AuditPage } from './audit-page.js';
import { PAGE_SIZE, signInsQuery } from './audit-queries.js';

type SignIn = Schemas['LoginEventResponse'];
const NEEDED = ['ADMIN', 'READ_LOGS'];

const COLUMNS: readonly Column<SignIn>[] = [
  { head: texts.when, cell: (signIn) => <Time at={signIn.created_at} /> },
  { head: texts.person, isHead: true, cell: ({ username }) => username },
  { head: texts.method, cell: (signIn) => signIn.auth_type },
  { head: texts.ip, cell: ({ ip }) => ip ?? '–' },
  {
    head: texts.result,
    cell: (signIn) =>
      signIn.successful ? (
        <Badge variant="light" color="teal" tt="none">
          {texts.succeeded}
        </Badge>
      ) : (
        texts.failed(service.told(signIn.failure_reason ?? ''))
      ),
  },
];

/** Successful and failed sign-ins. */
export function SignInsPage() {
  return (
    <AuditPage intro={texts.signInsIntro} needs={NEEDED}>
      <SignIns />
    </AuditPage>
  );
}

function SignIns() {
  const [parameters, change] = useSearch();
  const page = pageOf(parameters);
  const { data, error, refetch } = useQuery({
    ...signInsQuery(page),
    placeholderData: keepPreviousData,
  });
  if (!data)
    return error ? <FailureNotice error={error} retry={() => void refetch()} /> : <Loading />;
  if (data.length === 0 && page === 1)
    return <EmptyState title={texts.noSignIns}>{texts.noSignInsHint}</EmptyState>;
  return (
    <>
      <DataTable
        label={texts.signIns}
        columns={COLUMNS}
        rows={data.slice(0, PAGE_SIZE)}
        keyOf={({ id }) => id}
      />
      <nav aria-label={texts.signIns} className={styles.actions}>
        <Button
          variant="default"
          disabled={page === 1}
          onClick={() => change({ page: page === 2 ? undefined : page - 1 })}
        >
          {uiTexts.previousPage}
        </Button>
        <span>{texts.page(page)}</span>
        <Button
          variant="default"
          disabled={data.length <= PAGE_SIZE}
          onClick={() => change({ page: page + 1 })}
        >
          {uiTexts.nextPage}
        </Button>
      </nav>
    </>
  );
}
