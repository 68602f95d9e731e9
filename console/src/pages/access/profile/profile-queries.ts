import { queryOptions } from '@tanstack/react-query';
import { api, bodyOf, type Schemas } from '../../../api/client.js';

export type Session = Schemas['SessionResponse'];
export type Passkey = Schemas['PasskeyResponse'];
export type PersonalToken = Schemas['PersonalTokenResponse'];

/** The role and the projects of the person. */
export const profileQuery = queryOptions({
  queryKey: ['profile', 'roles'],
  queryFn: ({ signal }) => bodyOf(api.GET('/api/admin/user/profile', { signal })),
});

/** Where the person is signed in. */
export const sessionsQuery = queryOptions({
  queryKey: ['profile', 'sessions'],
  queryFn: ({ signal }) => bodyOf(api.GET('/api/admin/user/sessions', { signal })),
});

/** The second factors of the person. */
export const secondFactorQuery = queryOptions({
  queryKey: ['profile', 'second-factor'],
  queryFn: ({ signal }) => bodyOf(api.GET('/api/admin/user/second-factor', { signal })),
});

/** The personal tokens of the person, without their secrets. */
export const personalTokensQuery = queryOptions({
  queryKey: ['profile', 'tokens'],
  queryFn: ({ signal }) => bodyOf(api.GET('/api/admin/user/tokens', { signal })),
});
