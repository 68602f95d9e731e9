import { queryOptions } from '@tanstack/react-query';
import { api, bodyOf, type Schemas } from '../../../api/client.js';

export type Policy = Schemas['PolicyResponse'];
export type PolicyCheck = Schemas['PolicyCheckResponse'];
type PolicyDto = Schemas['PolicyDto'];

const OF_PROJECT = '/api/admin/projects/{projectId}/policy';
const OF_INSTANCE = '/api/admin/policy';

const pathOf = (projectId: string) => ({ path: { projectId } });

/** The policy of a project, or of the instance without one. */
export const policyQuery = (project: string | undefined) =>
  queryOptions({
    queryKey: ['policies', project ?? null],
    queryFn: ({ signal }) =>
      bodyOf(
        project === undefined
          ? api.GET(OF_INSTANCE, { signal })
          : api.GET(OF_PROJECT, { params: pathOf(project), signal }),
      ),
  });

export const savePolicy = (project: string | undefined, body: PolicyDto): Promise<unknown> =>
  bodyOf(
    project === undefined
      ? api.PUT(OF_INSTANCE, { body })
      : api.PUT(OF_PROJECT, { params: pathOf(project), body }),
  );

export const removePolicy = (project: string | undefined): Promise<unknown> =>
  bodyOf(
    project === undefined
      ? api.DELETE(OF_INSTANCE)
      : api.DELETE(OF_PROJECT, { params: pathOf(project) }),
  );

/** What exists and breaks a policy. */
export const checkPolicy = (project: string | undefined, body: PolicyDto): Promise<PolicyCheck> =>
  bodyOf(
    project === undefined
      ? api.POST(`${OF_INSTANCE}/check`, { body })
      : api.POST(`${OF_PROJECT}/check`, { params: pathOf(project), body }),
  );
