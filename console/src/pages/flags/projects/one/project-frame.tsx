import { Alert, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { changeRequestsPath } from '../../../governance/change-requests/change-request-path.js';
import { pathTo } from '../../../../app/router/route.js';
import { changeRequestTexts } from '../../../../texts/change-requests.js';
import { projectTexts as texts } from '../../../../texts/projects.js';
import { Page } from '../../../../kit/page.js';
import { SectionLinks } from '../../../../kit/section-links.js';
import { Answer } from '../../../../kit/answer.js';
import {
  featuresPath,
  PROJECT_ACCESS_PATH,
  PROJECT_ENVIRONMENTS_PATH,
  PROJECT_SETTINGS_PATH,
  PROJECT_SIGNALS_PATH,
  PROJECT_TOKENS_PATH,
  projectPath,
} from '../project-path.js';
import { type ProjectOverview, projectQuery } from '../project-queries.js';

interface ProjectFrameProps {
  project: string;
  /** Buttons beside the title. */
  actions?: ReactNode;
  /** What the page is for. */
  intro?: string;
  children: (overview: ProjectOverview) => ReactNode;
}

/** What all pages of a project share: its name, and links to its parts. */
export function ProjectFrame({ project, actions, intro, children }: ProjectFrameProps) {
  const answer = useQuery(projectQuery(project));
  const { data } = answer;
  return (
    <Page title={data?.name ?? project} actions={data && actions}>
      <Parts project={project} />
      <Answer of={answer}>
        {(data) => (
          <>
            {data.archivedAt && (
              <Alert color="orange" mb="md">
                {texts.isArchived}
              </Alert>
            )}
            {intro && (
              <Text c="dimmed" mb="md">
                {intro}
              </Text>
            )}
            {children(data)}
          </>
        )}
      </Answer>
    </Page>
  );
}

function Parts({ project }: { project: string }) {
  const links = [
    { label: texts.overview, to: projectPath(project) },
    { label: texts.features, to: featuresPath(project) },
    { label: changeRequestTexts.title, to: changeRequestsPath(project) },
    { label: texts.environments, to: pathTo(PROJECT_ENVIRONMENTS_PATH, { project }) },
    { label: texts.access, to: pathTo(PROJECT_ACCESS_PATH, { project }) },
    { label: texts.tokens, to: pathTo(PROJECT_TOKENS_PATH, { project }) },
    { label: texts.signals, to: pathTo(PROJECT_SIGNALS_PATH, { project }) },
    { label: texts.settings, to: pathTo(PROJECT_SETTINGS_PATH, { project }) },
  ];
  return <SectionLinks label={texts.tabs} links={links} />;
}
