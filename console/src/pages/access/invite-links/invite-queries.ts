import { queryOptions } from '@tanstack/react-query';
import { api, bodyOf, type Schemas } from '../../../api/client.js';
import { ifMatch, versionedBodyOf } from '../../../api/versioned.js';

export type Invite = Schemas['InviteResponse'];

const PATH = '/api/admin/invite-link/tokens/{token}';

/** All invite links, without their secrets. */
export const invitesQuery = queryOptions({
  queryKey: ['invite-links'],
  queryFn: async ({ signal }): Promise<Invite[]> =>
    (await bodyOf(api.GET('/api/admin/invite-link/tokens', { signal }))).tokens,
});

/** Changes an invite link in its newest version. */
export async function changeInvite(
  { secret }: Invite,
  body: Schemas['UpdateInviteDto'],
): Promise<unknown> {
  const path = { token: secret };
  const newest = await versionedBodyOf(api.GET(PATH, { params: { path } }));
  return bodyOf(api.PUT(PATH, { params: { path, header: ifMatch(newest) }, body }));
}
