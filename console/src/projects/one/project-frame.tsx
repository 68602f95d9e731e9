import { Alert } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Link } from '../../router/link.js';
import { usePath } from '../../router/location.js';
import { pathTo } from '../../router/route.js';
import { projectTexts as texts } from '../../texts/projects.js';
import { Page } from '../../ui/page.js';
import { FailureNotice, Loading } from '../../ui/states.js';
import {
  featuresPath,
  PROJECT_ACCESS_PATH,
  PROJECT_ENVIRONMENTS_PATH,
  PROJECT_SETTINGS_PATH,
  PROJECT_TOKENS_PATH,
  projectPath,
} from '../project-path.js';
import { type ProjectOverview, projectQuery } from '../project-queries.js';
import styles from './project-frame.module.css';

interface ProjectFrameProps {
  project: string;
  /** Buttons beside the title. */
  actions?: ReactNode;
  children: (overview: ProjectOverview) => ReactNode;
}

/** What all pages of a project share: its name, and links to its parts. */
export function ProjectFrame({ project, actions, children }: ProjectFrameProps) {
  const { data, error, refetch } = useQuery(projectQuery(project));
  return (
    <Page title={data?.name ?? project} actions={data && actions}>
      <Parts project={project} />
      {data ? (
        <>
          {data.archivedAt && (
            <Alert color="orange" mb="md">
              {texts.isArchived}
            </Alert>
          )}
          {children(data)}
        </>
      ) : error ? (
        <FailureNotice error={error} retry={() => void refetch()} />
      ) : (
        <Loading />
      )}
    </Page>
  );
}

function Parts({ project }: { project: string }) {
  const path = usePath();
  const parts: readonly [string, string][] = [
    [texts.overview, projectPath(project)],
    [texts.features, featuresPath(project)],
    [texts.environments, pathTo(PROJECT_ENVIRONMENTS_PATH, { project })],
    [texts.access, pathTo(PROJECT_ACCESS_PATH, { project })],
    [texts.tokens, pathTo(PROJECT_TOKENS_PATH, { project })],
    [texts.settings, pathTo(PROJECT_SETTINGS_PATH, { project })],
  ];
  return (
    <nav aria-label={texts.tabs} className={styles.parts}>
      {parts.map(([label, to]) => (
        <Link
          key={to}
          to={to}
          className={styles.part}
          aria-current={path === to ? 'page' : undefined}
        >
          {label}
        </Link>
      ))}
    </nav>
  );
}
