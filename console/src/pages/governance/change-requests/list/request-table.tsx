import { Link } from '../../../../app/router/link.js';
import { type Column, DataTable } from '../../../../kit/tables/data-table.js';
import { changeRequestTexts as texts } from '../../../../texts/change-requests.js';
import { Time } from '../../../../kit/time.js';
import { changeRequestPath } from '../change-request-path.js';
import type { FoundChangeRequest } from '../change-request-queries.js';
import { StateBadge } from '../state-badge.js';
import styles from './request-table.module.css';
import { wordsOfMaker } from '../../../audit/events/words-of-author.js';

const PROJECT: Column<FoundChangeRequest> = {
  head: texts.project,
  cell: ({ project }) => project,
};

const COLUMNS: readonly Column<FoundChangeRequest>[] = [
  {
    head: texts.request,
    isHead: true,
    cell: ({ id, project, title }) => (
      <Link to={changeRequestPath(project, id)} className={styles.link}>
        {title}
      </Link>
    ),
  },
  { head: texts.environment, cell: ({ environment }) => environment },
  { head: texts.state, cell: ({ state }) => <StateBadge state={state} /> },
  { head: texts.changes, cell: (request) => subjectsOf(request) },
  { head: texts.author, cell: ({ createdBy }) => wordsOfMaker(createdBy) },
  { head: texts.created, cell: ({ createdAt }) => <Time at={createdAt} /> },
];

const MOST_SUBJECTS = 5;

/** The features and segments that a change request changes. */
function subjectsOf({ features, segments }: FoundChangeRequest): string {
  const all = [...features, ...segments.map(texts.segment)];
  const shown = all.slice(0, MOST_SUBJECTS).join(', ');
  return all.length > MOST_SUBJECTS ? `${shown}, …` : shown || '–';
}

interface RequestTableProps {
  requests: readonly FoundChangeRequest[];
  /** Whether they are of one project, which needs no column then. */
  isOfProject?: boolean;
}

/** Change requests, with links to them. */
export function RequestTable({ requests, isOfProject = false }: RequestTableProps) {
  return (
    <DataTable
      label={texts.title}
      columns={isOfProject ? COLUMNS : COLUMNS.toSpliced(1, 0, PROJECT)}
      rows={requests}
      keyOf={({ id }) => id}
    />
  );
}
