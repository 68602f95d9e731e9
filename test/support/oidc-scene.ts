import { type ChildProcess, fork } from 'node:child_process';
import path from 'node:path';
import type { TestService } from './service.js';

/** How the outside reaches the service, as far as provider and browser know. */
export const PUBLIC_URL = 'http://localhost:9';
export const CLIENT_ID = 'flags';
export const CLIENT_SECRET = 'the-client-secret-of-the-tests';

/** What a provider tells of a person. */
export type Claims = Record<string, unknown>;

interface Message {
  issuer?: string;
  done?: number;
  asked?: Record<string, string>;
}

/** A real OpenID provider in a process of its own. */
export class OpenIdProvider {
  /** The parameters of each authorization that it was asked for, as far as it came to ask people. */
  readonly asked: Record<string, string>[] = [];
  private calls = 0;

  private constructor(
    readonly issuer: string,
    private readonly child: ChildProcess,
  ) {
    child.on('message', ({ asked }: Message) => asked && this.asked.push(asked));
  }

  static async start(client: object = {}, environment: NodeJS.ProcessEnv = {}): Promise<OpenIdProvider> {
    const registered = {
      client_id: CLIENT_ID,
      client_secret: CLIENT_SECRET,
      redirect_uris: [`${PUBLIC_URL}/auth/oidc/callback`],
      post_logout_redirect_uris: [`${PUBLIC_URL}/`],
      ...client,
    };
    const env = { PATH: process.env['PATH'], CLIENT: JSON.stringify(registered), ...environment };
    const child = fork(path.resolve('test/support/oidc-provider.mjs'), { env, execArgv: [], stdio: ['ignore', 'ignore', 'pipe', 'ipc'] });
    let complaints = '';
    child.stderr!.on('data', (text: Buffer) => (complaints += text.toString()));
    const issuer = await new Promise<string>((resolve, reject) => {
      child.once('message', (message: Message) => resolve(message.issuer!));
      child.once('exit', () => reject(new Error(`The provider did not start:\n${complaints}`)));
    });
    return new OpenIdProvider(issuer, child);
  }

  /** Tells who the people are, by the ids of their accounts, and in which context they sign in. */
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

/** What a browser is shown in the end, or where it would go. */
export interface Page {
  status: number;
  url: URL;
  text: string;
  location: string | null;
  headers: Headers;
}

/** A browser, as far as signing in needs one: it keeps cookies for each host and follows redirects. */
export class Browser {
  private readonly jars = new Map<string, Map<string, string>>();
  /** Where it has been, in order. */
  readonly visited: URL[] = [];

  /** @param service What answers at the {@link PUBLIC_URL}; it can be changed to another instance of the service in between. */
  constructor(public service: Pick<TestService, 'url'>) {}

  /** Goes to an address and follows redirects, until there are no more or one leads to where `until` says. */
  async visit(address: string, until: (url: URL) => boolean = () => false): Promise<Page> {
    for (let url = new URL(address, PUBLIC_URL); ;) {
      this.visited.push(url);
      const page = await this.request('GET', url);
      if (page.location === null) return page;
      url = new URL(page.location, url);
      if (until(url)) return { ...page, url };
    }
  }

  /** One request, without following what it is answered. A form that another site has it post carries no `SameSite=Lax` cookies, as in real browsers. */
  async request(method: 'GET' | 'POST', address: URL | string, form?: Record<string, string>): Promise<Page> {
    const url = new URL(address, PUBLIC_URL);
    const isOurs = url.origin === PUBLIC_URL;
    const jar = this.jar(url.host);
    const cookie = [...jar].map(([name, value]) => `${name}=${value}`).join('; ');
    const response = await fetch(isOurs ? `${this.service.url}${url.pathname}${url.search}` : url, {
      method,
      redirect: 'manual',
      headers: cookie && !form ? { cookie } : {},
      ...(form ? { body: new URLSearchParams(form) } : {}),
    });
    for (const line of response.headers.getSetCookie()) {
      const [, name, value] = /^([^=]+)=([^;]*)/.exec(line)!;
      if (value === '' || /max-age=0/i.test(line)) jar.delete(name!);
      else jar.set(name!, value!);
    }
    return {
      status: response.status,
      url,
      text: await response.text(),
      location: response.headers.get('location'),
      headers: response.headers,
    };
  }

  /** Sets a cookie for a host by hand. */
  remember(origin: string, name: string, value: string): void {
    this.jar(new URL(origin).host).set(name, value);
  }

  /** The cookies that it keeps for the service. */
  get cookies(): Map<string, string> {
    return this.jar(new URL(PUBLIC_URL).host);
  }

  private jar(host: string): Map<string, string> {
    const jar = this.jars.get(host) ?? new Map<string, string>();
    this.jars.set(host, jar);
    return jar;
  }
}
