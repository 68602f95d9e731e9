import { queryOptions } from '@tanstack/react-query';
import { api, bodyOf } from '../../../api/client.js';
import { type IfMatch, type Versioned, versionedBodyOf } from '../../../api/versioned.js';
import type { Settings } from './setting-fields.js';

/** The groups of settings, by the last part of their paths. */
export type SettingsKind = 'simple' | 'oidc' | 'saml' | 'security' | 'scim';

const PATHS = {
  simple: '/api/admin/auth/simple/settings',
  oidc: '/api/admin/auth/oidc/settings',
  saml: '/api/admin/auth/saml/settings',
  security: '/api/admin/auth/security/settings',
  scim: '/api/admin/scim-settings',
} as const;

/** The permissions of which one is needed to read and change these settings. */
export const SIGN_ON_PERMISSIONS = ['ADMIN', 'UPDATE_AUTH_CONFIGURATION'] as const;

/** The newest version of a group of settings. */
export const readSettings = (
  kind: SettingsKind,
  signal?: AbortSignal,
): Promise<Versioned<Settings>> =>
  versionedBodyOf<Settings>(api.GET(PATHS[kind], { signal }) as Promise<SettingsAnswer>);

interface SettingsAnswer {
  data?: Settings;
  error?: unknown;
  response: Response;
}

/** Changes settings, unless they have changed since the version that the header names. */
export const saveSettings = (
  kind: SettingsKind,
  header: IfMatch,
  body: Settings,
): Promise<unknown> =>
  bodyOf(
    api.POST(PATHS[kind], {
      params: { header },
      body: body as never,
    }) as Promise<SettingsAnswer>,
  );

/** A group of settings, for reading. */
export const settingsQuery = (kind: SettingsKind) =>
  queryOptions({
    queryKey: ['settings', 'sign-on', kind],
    queryFn: async ({ signal }) => (await readSettings(kind, signal)).body,
  });

/** A new token for the directory, which replaces the one before. */
export async function newDirectoryToken(): Promise<string> {
  const { token } = await bodyOf(api.POST('/api/admin/scim-settings/generate-new-token', {}));
  return token;
}

/** The roles that people can have in the whole instance. */
export const rootRolesQuery = queryOptions({
  queryKey: ['people', 'root-roles'],
  queryFn: async ({ signal }) => {
    const { roles } = await bodyOf(api.GET('/api/admin/roles', { signal }));
    return roles.filter(({ type }) => type.startsWith('root'));
  },
  retry: false,
});
