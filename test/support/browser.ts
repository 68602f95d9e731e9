import type { TestService } from './service.js';

/** The public URL of the service, for provider and browser. */
export const PUBLIC_URL = 'http://localhost:9';

/** The page at the end of a visit, or the address of the last redirect that was not followed. */
export interface Page {
  status: number;
  url: URL;
  text: string;
  location: string | null;
  headers: Headers;
}

/** A browser for sign-in tests: keeps cookies per host and follows redirects. */
export class Browser {
  private readonly jars = new Map<string, Map<string, string>>();
  /** The visited addresses, in order. */
  readonly visited: URL[] = [];

  /**
   * @param service The service at {@link PUBLIC_URL}; tests can replace it by another instance in
   * between.
   */
  constructor(public service: Pick<TestService, 'url'>) {}

  /**
   * Visits an address and follows redirects, until there are no more or `until` accepts the address
   * of one.
   */
  async visit(address: string, until: (url: URL) => boolean = () => false): Promise<Page> {
    for (let url = new URL(address, PUBLIC_URL); ;) {
      this.visited.push(url);
      const page = await this.request('GET', url);
      if (page.location === null) return page;
      url = new URL(page.location, url);
      if (until(url)) return { ...page, url };
    }
  }

  /**
   * Sends one request without following redirects. As in real browsers, a form that another site
   * posts carries no `SameSite=Lax` cookies.
   */
  async request(
    method: 'GET' | 'POST',
    address: URL | string,
    form?: Record<string, string>,
  ): Promise<Page> {
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

  /** The session cookie as a `Cookie` header. */
  get session(): string {
    return `unleash-session=${this.cookies.get('unleash-session')}`;
  }

  /** Sets a cookie of a host. */
  remember(origin: string, name: string, value: string): void {
    this.jar(new URL(origin).host).set(name, value);
  }

  /** The cookies for the service. */
  get cookies(): Map<string, string> {
    return this.jar(new URL(PUBLIC_URL).host);
  }

  private jar(host: string): Map<string, string> {
    const jar = this.jars.get(host) ?? new Map<string, string>();
    this.jars.set(host, jar);
    return jar;
  }
}
