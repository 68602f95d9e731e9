import { useQuery } from '@tanstack/react-query';
import { lazy } from 'react';
import type { Schemas } from '../../../../api/client.js';
import type { PageProps } from '../../../../app/router/route.js';
import { EnvironmentName } from '../../environments/environment-name.js';
import { StrategyConditions } from '../../strategies/strategy-conditions.js';
import { projectTexts as texts } from '../../../../texts/projects.js';
import { number } from '../../../../texts/format.js';
import { uiTexts } from '../../../../texts/ui.js';
import { type Column, Listing } from '../../../../kit/listing.js';
import { PermittedButton } from '../../../../kit/permitted-button.js';
import { EmptyState, FailureNotice, Loading } from '../../../../kit/states.js';
import { type RenderDialog, useDialog } from '../../../../kit/use-dialog.js';
import { LazyPart } from '../../../../kit/lazy-part.js';
import { RowButton } from '../../../../kit/row-button.js';
import type { PROJECT_ENVIRONMENTS_PATH } from '../project-path.js';
import { projectEnvironmentsQuery, type ProjectOverview } from '../project-queries.js';
import { AddEnvironment, RemoveEnvironment } from './environment-dialogs.js';
import { ProjectFrame } from './project-frame.js';

const EditDefaultStrategy = lazy(async () => ({
  default: (await import('./default-strategy-dialog.js')).EditDefaultStrategy,
}));

type Environment = Schemas['EnvironmentOfProjectResponse'];

const COLUMNS: readonly Column<Environment>[] = [
  { head: uiTexts.name, cell: (one) => <EnvironmentName name={one.name} type={one.type} /> },
  { head: texts.type, cell: ({ type }) => type },
  { head: texts.enabledFeatures, cell: (one) => number(one.projectEnabledToggleCount) },
  { head: texts.tokens, cell: (one) => number(one.projectApiTokenCount) },
  {
    head: texts.defaultStrategy,
    cell: ({ defaultStrategy }) =>
      defaultStrategy ? (
        <>
          {defaultStrategy.title}
          <StrategyConditions
            strategy={{ ...defaultStrategy, parameters: defaultStrategy.parameters ?? {} }}
          />
        </>
      ) : (
        texts.builtInDefault
      ),
  },
];

/** The environments in which features of a project can be on. */
export function ProjectEnvironmentsPage({
  params: { project },
}: PageProps<typeof PROJECT_ENVIRONMENTS_PATH>) {
  const [dialog, show] = useDialog();
  return (
    <ProjectFrame
      project={project}
      actions={
        <PermittedButton
          needs="UPDATE_PROJECT"
          place={{ project }}
          onClick={() => show((close) => <AddEnvironment project={project} onClose={close} />)}
        >
          {texts.addEnvironment}
        </PermittedButton>
      }
    >
      {(overview) => (
        <>
          <Environments project={project} overview={overview} show={show} />
          {dialog}
        </>
      )}
    </ProjectFrame>
  );
}

interface EnvironmentsProps {
  project: string;
  overview: ProjectOverview;
  show: (render: RenderDialog) => void;
}

function Environments({ project, overview, show }: EnvironmentsProps) {
  const { data, error, refetch } = useQuery(projectEnvironmentsQuery(project));
  if (!data)
    return error ? <FailureNotice error={error} retry={() => void refetch()} /> : <Loading />;
  const names = new Set(overview.environments.map(({ environment }) => environment));
  return (
    <Listing
      label={texts.environments}
      items={data.filter(({ name }) => names.has(name))}
      columns={COLUMNS}
      keyOf={({ name }) => name}
      searched={({ name }) => name}
      empty={<EmptyState title={texts.environments}>{texts.noEnvironments}</EmptyState>}
      actions={(environment) => <Actions environment={environment} project={project} show={show} />}
    />
  );
}

interface ActionsProps extends Omit<EnvironmentsProps, 'overview'> {
  environment: Environment;
}

function Actions({ environment: { name }, project, show }: ActionsProps) {
  return (
    <>
      <RowButton
        needs={['UPDATE_PROJECT', 'PROJECT_DEFAULT_STRATEGY_WRITE']}
        place={{ project, environment: name }}
        onClick={() =>
          show((close) => (
            <LazyPart>
              <EditDefaultStrategy project={project} environment={name} onClose={close} />
            </LazyPart>
          ))
        }
      >
        {texts.defaultStrategy}
      </RowButton>
      <RemoveEnvironment project={project} environment={name} show={show} />
    </>
  );
}
