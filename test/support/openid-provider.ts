import { type ChildProcess, fork } from 'node:child_process';
import path from 'node:path';
import { PUBLIC_URL } from './browser.js';

export const CLIENT_ID = 'flags';
export const CLIENT_SECRET = 'the-client-secret-of-the-tests';

/** The claims of a person. */
export type Claims = Record<string, unknown>;

interface Message {
  issuer?: string;
  done?: number;
  asked?: Record<string, string>;
}

/** A real OpenID provider in a separate process. */
export class OpenIdProvider {
  /** The parameters of each authorization request that reached the sign-in page. */
  readonly asked: Record<string, string>[] = [];
  private calls = 0;

  private constructor(
    readonly issuer: string,
    private readonly child: ChildProcess,
  ) {
    child.on('message', ({ asked }: Message) => asked && this.asked.push(asked));
  }

  static async start(
    client: object = {},
    environment: NodeJS.ProcessEnv = {},
  ): Promise<OpenIdProvider> {
    const registered = {
      client_id: CLIENT_ID,
      client_secret: CLIENT_SECRET,
      redirect_uris: [`${PUBLIC_URL}/auth/oidc/callback`],
      post_logout_redirect_uris: [`${PUBLIC_URL}/`],
      ...client,
    };
    const env = { PATH: process.env['PATH'], CLIENT: JSON.stringify(registered), ...environment };
    const child = fork(path.resolve('test/support/oidc-provider.mjs'), {
      env,
      execArgv: [],
      stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
    });
    let complaints = '';
    child.stderr!.on('data', (text: Buffer) => (complaints += text.toString()));
    const issuer = await new Promise<string>((resolve, reject) => {
      child.once('message', (message: Message) => resolve(message.issuer!));
      child.once('exit', () => reject(new Error(`The provider did not start:\n${complaints}`)));
    });
    return new OpenIdProvider(issuer, child);
  }

  /** Sets the claims of people by account id, and the authentication context of their sign-in. */
  async knows(people: Record<string, Claims>, acr?: string): Promise<void> {
    const id = ++this.calls;
    await new Promise<void>((resolve) => {
      const listener = ({ done }: Message): void => {
        if (done !== id) return;
        this.child.off('message', listener);
        resolve();
      };
      this.child.on('message', listener);
      this.child.send({ id, people, acr: acr ?? null });
    });
  }

  async stop(): Promise<void> {
    const gone = new Promise((resolve) => this.child.once('exit', resolve));
    this.child.kill();
    await gone;
  }
}
