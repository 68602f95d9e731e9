import type { Api, Response } from './api.js';
import { unique } from './given.js';
import type { TestService } from './service.js';

export const USERS = '/api/admin/user-admin';
export const PASSWORD = 'Right-horse-battery-1';

/** A user who can sign in with a password. */
export interface Person {
  id: number;
  username: string;
  inviteLink: string;
}

/** Creates a user with the {@link PASSWORD}. */
export async function person(
  service: TestService,
  properties: Record<string, unknown> = {},
): Promise<Person> {
  const { body } = await service.api
    .post(USERS, {
      username: unique('person'),
      password: PASSWORD,
      rootRole: 'Viewer',
      ...properties,
    })
    .expect(201);
  return body as Person;
}

/**
 * Signs a user in.
 * @returns The API with the session of the user.
 */
export async function signedIn(
  service: TestService,
  username: string,
  password = PASSWORD,
): Promise<Api> {
  const response: Response = await service.api
    .as()
    .post('/auth/simple/login', { username, password })
    .expect(200);
  return service.api.as({ cookie: response.headers['set-cookie']![0]!.split(';')[0] });
}

/** The secret in a link. */
export const secretOf = (link: string): string => new URL(link).searchParams.get('token')!;
