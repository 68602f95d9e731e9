import { queryOptions } from '@tanstack/react-query';
import { api, bodyOf, type Schemas } from '../../../api/client.js';
import { type Versioned, versionedBodyOf } from '../../../api/versioned.js';

export type ListedProject = Schemas['ListedProjectResponse'];
export type ProjectOverview = Schemas['ProjectOverviewResponse'];

/** The live or the archived projects. */
export const projectsQuery = (isArchived = false) =>
  queryOptions({
    queryKey: ['projects', isArchived ? 'archived' : 'list'],
    queryFn: async ({ signal }): Promise<ListedProject[]> => {
      const params = isArchived ? { query: { archived: true } } : {};
      return (await bodyOf(api.GET('/api/admin/projects', { params, signal }))).projects;
    },
  });

const pathOf = (projectId: string) => ({ path: { projectId } });

/** What the page of a project shows first. */
export const projectQuery = (project: string) =>
  queryOptions({
    queryKey: ['projects', 'one', project, 'overview'],
    queryFn: ({ signal }): Promise<ProjectOverview> =>
      bodyOf(
        api.GET('/api/admin/projects/{projectId}/overview', { params: pathOf(project), signal }),
      ),
  });

/** The present version of a project; its guard is the least that has one. */
export const readProjectVersion = (
  project: string,
  signal: AbortSignal,
): Promise<Versioned<unknown>> =>
  versionedBodyOf(
    api.GET('/api/admin/projects/{projectId}/guard', { params: pathOf(project), signal }),
  );

/** Insights and status of a project. */
export const projectInsightsQuery = (project: string) =>
  queryOptions({
    queryKey: ['projects', 'one', project, 'insights'],
    queryFn: async ({ signal }) => {
      const options = { params: pathOf(project), signal };
      const [insights, status] = await Promise.all([
        bodyOf(api.GET('/api/admin/projects/{projectId}/insights', options)),
        bodyOf(api.GET('/api/admin/projects/{projectId}/status', options)),
      ]);
      return { insights, status };
    },
  });

/** The environments of the instance, with what they are to the project. */
export const projectEnvironmentsQuery = (project: string) =>
  queryOptions({
    queryKey: ['environments', 'of-project', project],
    queryFn: async ({ signal }) =>
      (
        await bodyOf(
          api.GET('/api/admin/environments/project/{projectId}', {
            params: pathOf(project),
            signal,
          }),
        )
      ).environments,
  });

/** Who has which roles in a project. */
export const projectAccessQuery = (project: string) =>
  queryOptions({
    queryKey: ['people', 'access', project],
    queryFn: ({ signal }) =>
      bodyOf(
        api.GET('/api/admin/projects/{projectId}/access', { params: pathOf(project), signal }),
      ),
  });
