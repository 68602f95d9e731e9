import { queryOptions } from '@tanstack/react-query';
import { api, bodyOf, type Schemas } from '../../../api/client.js';
import { pageQuery } from '../../../kit/tables/page-of.js';
import { apiTokenTexts } from '../../../texts/api-tokens.js';

export type ApiToken = Schemas['ApiTokenResponse'];
export type TokenType = ApiToken['type'];
/** All kinds of tokens, in the order in which they are offered. */
export const TOKEN_TYPES = Object.keys(
  apiTokenTexts.types satisfies Record<TokenType, string>,
) as TokenType[];
export type NewToken = Schemas['CreateApiTokenDto'] & { type: TokenType };

/** A page of the tokens of the instance that some letters find, by name. */
export const foundTokensQuery = (query: string, page: number) =>
  queryOptions({
    queryKey: ['api-tokens', 'found', query, page],
    queryFn: ({ signal }) =>
      bodyOf(
        api.GET('/api/admin/search/api-tokens', {
          params: { query: { ...pageQuery(query, page), sortBy: 'name' } },
          signal,
        }),
      ),
  });

/** The tokens of the instance that were used last, or none; enough to tell whether one was. */
export const usedTokensQuery = queryOptions({
  queryKey: ['api-tokens', 'used'],
  queryFn: async ({ signal }): Promise<ApiToken[]> => {
    const query = { sortBy: 'seenAt', sortOrder: 'desc' } as const;
    const { tokens } = await bodyOf(
      api.GET('/api/admin/search/api-tokens', { params: { query }, signal }),
    );
    return tokens;
  },
});

/** The tokens that are limited to a project. */
export const projectTokensQuery = (project: string) =>
  queryOptions({
    queryKey: ['api-tokens', 'of', project],
    queryFn: async ({ signal }): Promise<ApiToken[]> => {
      const params = { path: { projectId: project } };
      return (
        await bodyOf(api.GET('/api/admin/projects/{projectId}/api-tokens', { params, signal }))
      ).tokens;
    },
  });

/** Creates a token, whose secret only this answer contains. */
export async function createToken(body: NewToken, project?: string): Promise<ApiToken> {
  const { type } = body;
  if (project === undefined)
    return { ...(await bodyOf(api.POST('/api/admin/api-tokens', { body }))), type };
  const params = { path: { projectId: project } };
  const created = api.POST('/api/admin/projects/{projectId}/api-tokens', { params, body });
  return { ...(await bodyOf(created)), type };
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

/** The permission that lets a person do something with a token of this type. */
export function tokenPermission(what: 'CREATE' | 'UPDATE' | 'DELETE', type: TokenType): string {
  return type === 'admin' ? 'ADMIN' : `${what}_${type.toUpperCase()}_API_TOKEN`;
}
