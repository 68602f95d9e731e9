import { queryOptions } from '@tanstack/react-query';
import { api, bodyOf, type Schemas } from '../api/client.js';

export type ApiToken = Schemas['ApiTokenResponse'];
export type TokenType = ApiToken['type'];
export type NewToken = Schemas['CreateApiTokenDto'];

/** The tokens of the instance, or those that are limited to one project. */
export const apiTokensQuery = (project?: string) =>
  queryOptions({
    queryKey: ['api-tokens', project ?? ''],
    queryFn: async ({ signal }): Promise<ApiToken[]> => {
      if (project === undefined)
        return (await bodyOf(api.GET('/api/admin/api-tokens', { signal }))).tokens;
      const params = { path: { projectId: project } };
      return (
        await bodyOf(api.GET('/api/admin/projects/{projectId}/api-tokens', { params, signal }))
      ).tokens;
    },
  });

/** Creates a token, whose secret only this answer contains. */
export function createToken(body: NewToken, project?: string): Promise<ApiToken> {
  if (project === undefined) return bodyOf(api.POST('/api/admin/api-tokens', { body }));
  const params = { path: { projectId: project } };
  return bodyOf(api.POST('/api/admin/projects/{projectId}/api-tokens', { params, body }));
}

/** Deletes a token, with the permission of the project where that is enough. */
export async function deleteToken({ id }: ApiToken, project?: string): Promise<void> {
  if (project === undefined)
    await bodyOf(api.DELETE('/api/admin/api-tokens/{token}', { params: { path: { token: id } } }));
  else
    await bodyOf(
      api.DELETE('/api/admin/projects/{projectId}/api-tokens/{token}', {
        params: { path: { projectId: project, token: id } },
      }),
    );
}

/** The permissions of which one lets a person do something with a token of this type. */
export function tokenPermissions(what: 'CREATE' | 'UPDATE' | 'DELETE', type: TokenType): string {
  return type === 'admin' ? 'ADMIN' : `${what}_${type.toUpperCase()}_API_TOKEN`;
}
