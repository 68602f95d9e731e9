import { createHmac } from 'node:crypto';
import type { Api, Response } from './api.js';
import { Authenticator } from './authenticator.js';
import { PASSWORD, type Person, person, signedIn } from './people.js';
import type { TestService } from './service.js';

export const LOGIN = '/auth/simple/login';
export const FACTOR = '/api/admin/user/second-factor';
export const CONFIRM = '/api/admin/user/confirmation';
export const ME = '/api/admin/user';
/** Encryption key for the secrets of authenticator apps. */
export const KEY = { ENCRYPTION_KEY: 'a key of the tests, long enough for that' };

/** The cookies of a response, as a `Cookie` header. */
export function cookiesOf({ headers }: Response): string {
  const set = (headers['set-cookie'] ?? []) as unknown as string[];
  return set.map((cookie) => cookie.split(';')[0]!).join('; ');
}

/** An authenticator app. */
export class App {
  private last = 0;

  constructor(readonly secret: string) {}

  /**
   * An unused code: first the current one, then that of the next thirty seconds. The service
   * accepts no third one so soon.
   */
  next(): string {
    this.last = Math.max(stepNow(), this.last + 1);
    return totp(this.secret, this.last);
  }

  /** The code of a later time step of thirty seconds. */
  code(steps: number): string {
    return totp(this.secret, stepNow() + steps);
  }
}

const stepNow = (): number => Math.floor(Date.now() / 30_000);

/** A signed-in user with an authenticator app. */
export interface Secured extends Person {
  app: App;
  api: Api;
  recoveryCodes: string[];
}

/** Adds an authenticator app to a signed-in user. */
export async function withApp(api: Api): Promise<{ app: App; recoveryCodes: string[] }> {
  const { body } = await api.post(`${FACTOR}/totp`).expect(200);
  const app = new App(body.secret as string);
  const confirmed = await api.post(`${FACTOR}/totp/confirm`, { code: app.next() }).expect(200);
  return { app, recoveryCodes: confirmed.body.recoveryCodes as string[] };
}

/** Adds a passkey to a signed-in user. */
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

/** Creates a user with an authenticator app. */
export async function secured(
  service: TestService,
  properties: Record<string, unknown> = {},
): Promise<Secured> {
  const someone = await person(service, properties);
  const api = await signedIn(service, someone.username);
  const { app, recoveryCodes } = await withApp(api);
  // Dates the last code back, so that the current code is valid again.
  await service.sql('UPDATE totp_factor SET last_step = last_step - 10 WHERE user_id = $1', [
    someone.id,
  ]);
  return { ...someone, app: new App(app.secret), recoveryCodes, api };
}

/**
 * Completes the first step of a sign-in.
 * @returns The API of the browser, which still has to send the second factor.
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

/** Dates the last confirmation back. */
export async function forgetConfirmation(service: TestService, userId: number): Promise<void> {
  await service.sql(
    "UPDATE session SET confirmed_at = now() - interval '1 day' WHERE user_id = $1",
    [userId],
  );
  await believedNoMore();
}

/** Waits until instances no longer cache sessions (0.9 s). */
export async function believedNoMore(): Promise<void> {
  await new Promise((resolve) => setTimeout(resolve, 950));
}

/** RFC 6238, implemented independently of the service's library, so that its mistakes are found. */
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
