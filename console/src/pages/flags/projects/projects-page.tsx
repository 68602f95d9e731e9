import { Badge, Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '../../../app/router/link.js';
import { useSearch } from '../../../app/router/location.js';
import { projectTexts as texts } from '../../../texts/projects.js';
import { number, percent } from '../../../texts/format.js';
import { uiTexts } from '../../../texts/ui.js';
import { type Column, Listing } from '../../../kit/listing.js';
import { Page } from '../../../kit/page.js';
import { PermittedButton } from '../../../kit/permitted-button.js';
import { EmptyState, FailureNotice, Loading } from '../../../kit/states.js';
import { Time } from '../../../kit/time.js';
import { useDialog } from '../../../kit/use-dialog.js';
import { TwoLines } from '../../../kit/two-lines.js';
import { CreateProject } from './create-project.js';
import { featuresPath, projectPath } from './project-path.js';
import { type ListedProject, projectsQuery } from './project-queries.js';

const COLUMNS: readonly Column<ListedProject>[] = [
  {
    head: uiTexts.name,
    cell: ({ id, name, description }) => (
      <TwoLines below={description || id}>
        <Link to={projectPath(id)}>{name}</Link>
      </TwoLines>
    ),
  },
  {
    head: texts.mode,
    cell: ({ mode }) => <Badge variant="default">{texts.modeNames[mode]}</Badge>,
  },
  {
    head: texts.features,
    cell: ({ id, featureCount }) => (
      <Link to={featuresPath(id)}>{texts.featureCount(featureCount)}</Link>
    ),
  },
  { head: texts.members, cell: ({ memberCount }) => number(memberCount) },
  { head: texts.health, cell: ({ health }) => percent(health) },
  { head: texts.lastChange, cell: (one) => <Time at={one.lastUpdatedAt} relative /> },
];

/** The projects that the person may see. */
export function ProjectsPage() {
  const [dialog, show] = useDialog();
  const [search, change] = useSearch();
  const isArchived = search.get('archived') === 'true';
  return (
    <Page
      title={isArchived ? texts.archived : texts.title}
      intro={texts.intro}
      actions={
        <>
          <Button
            variant="default"
            onClick={() => change({ archived: !isArchived, q: undefined, page: undefined })}
          >
            {isArchived ? texts.showLive : texts.showArchived}
          </Button>
          <PermittedButton
            needs="CREATE_PROJECT"
            onClick={() => show((close) => <CreateProject onClose={close} />)}
          >
            {texts.create}
          </PermittedButton>
        </>
      }
    >
      <Projects isArchived={isArchived} />
      {dialog}
    </Page>
  );
}

function Projects({ isArchived }: { isArchived: boolean }) {
  const { data, error, refetch } = useQuery(projectsQuery(isArchived));
  if (!data)
    return error ? <FailureNotice error={error} retry={() => void refetch()} /> : <Loading />;
  return (
    <Listing
      label={isArchived ? texts.archived : texts.live}
      items={data}
      columns={COLUMNS}
      keyOf={({ id }) => id}
      searched={({ id, name, description }) => `${id} ${name} ${description ?? ''}`}
      empty={
        <EmptyState title={texts.emptyTitle}>
          {isArchived ? texts.emptyArchived : texts.empty}
        </EmptyState>
      }
    />
  );
}
