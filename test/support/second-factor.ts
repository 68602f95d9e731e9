import { createHmac } from 'node:crypto';
import type { Api, Response } from './api.js';
import { Authenticator } from './authenticator.js';
import { PASSWORD, type Person, person, signedIn } from './people.js';
import type { TestService } from './service.js';

export const LOGIN = '/auth/simple/login';
export const FACTOR = '/api/admin/user/second-factor';
export const CONFIRM = '/api/admin/user/confirmation';
export const ME = '/api/admin/user';
/** What encrypts the secrets of authenticator apps. */
export const KEY = { ENCRYPTION_KEY: 'a key of the tests, long enough for that' };

/** The cookies of an answer, as a browser sends them back. */
export function cookiesOf({ headers }: Response): string {
  const set = (headers['set-cookie'] ?? []) as unknown as string[];
  return set.map((cookie) => cookie.split(';')[0]!).join('; ');
}

/** An authenticator app. */
export class App {
  private last = 0;

  constructor(readonly secret: string) {}

  /**
   * A code that it has not shown before: of this moment, then of the next thirty seconds. The
   * service accepts no third one so soon.
   */
  next(): string {
    this.last = Math.max(stepNow(), this.last + 1);
    return totp(this.secret, this.last);
  }

  /** The code of so many times thirty seconds from now. */
  code(steps: number): string {
    return totp(this.secret, stepNow() + steps);
  }
}

const stepNow = (): number => Math.floor(Date.now() / 30_000);

/** Somebody with an authenticator app, signed in. */
export interface Secured extends Person {
  app: App;
  api: Api;
  recoveryCodes: string[];
}

/** Gives somebody who has signed in an authenticator app. */
export async function withApp(api: Api): Promise<{ app: App; recoveryCodes: string[] }> {
  const { body } = await api.post(`${FACTOR}/totp`).expect(200);
  const app = new App(body.secret as string);
  const confirmed = await api.post(`${FACTOR}/totp/confirm`, { code: app.next() }).expect(200);
  return { app, recoveryCodes: confirmed.body.recoveryCodes as string[] };
}

/** Gives somebody who has signed in a passkey. */
export async function withPasskey(
  api: Api,
  authenticator = new Authenticator(),
  name = 'laptop',
): Promise<{ id: number; recoveryCodes: string[]; authenticator: Authenticator }> {
  const { body: options } = await api.post(`${FACTOR}/passkeys/options`).expect(200);
  const { body } = await api
    .post(`${FACTOR}/passkeys`, { name, credential: authenticator.create(options) })
    .expect(201);
  return { ...(body as { id: number; recoveryCodes: string[] }), authenticator };
}

/** A new user with an authenticator app. */
export async function secured(
  service: TestService,
  properties: Record<string, unknown> = {},
): Promise<Secured> {
  const someone = await person(service, properties);
  const api = await signedIn(service, someone.username);
  const { app, recoveryCodes } = await withApp(api);
  // as if that had been some minutes ago, so that the code of this moment is good still
  await service.sql('UPDATE totp_factor SET last_step = last_step - 10 WHERE user_id = $1', [
    someone.id,
  ]);
  return { ...someone, app: new App(app.secret), recoveryCodes, api };
}

/**
 * Gives the password of somebody who has a second factor. @returns The service, called by the
 * browser that has still to give that.
 */
export async function firstStep(
  service: TestService,
  username: string,
  password = PASSWORD,
): Promise<Api> {
  return service.api.as({
    cookie: cookiesOf(await service.api.as().post(LOGIN, { username, password }).expect(401)),
  });
}

/** Makes as if the last confirmation had been long ago. */
export async function forgetConfirmation(service: TestService, userId: number): Promise<void> {
  await service.sql(
    "UPDATE session SET confirmed_at = now() - interval '1 day' WHERE user_id = $1",
    [userId],
  );
  await believedNoMore();
}

/** What an instance was told of a session is believed for 0.9 s. */
export async function believedNoMore(): Promise<void> {
  await new Promise((resolve) => setTimeout(resolve, 950));
}

/** RFC 6238, by itself: so that a mistake of the service's library would be seen. */
function totp(secret: string, step: number): string {
  const bits = [...secret]
    .map((letter) =>
      'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'.indexOf(letter).toString(2).padStart(5, '0'),
    )
    .join('');
  const key = Buffer.from(bits.match(/.{8}/g)!.map((byte) => parseInt(byte, 2)));
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(step));
  const hash = createHmac('sha1', key).update(counter).digest();
  const code = hash.readUInt32BE(hash[19]! & 15) & 0x7fffffff;
  return String(code % 1_000_000).padStart(6, '0');
}
