import type { TestService } from './service.js';

/** How the outside reaches the service, as far as provider and browser know. */
export const PUBLIC_URL = 'http://localhost:9';

/** What a browser is shown in the end, or where it would go. */
export interface Page {
  status: number;
  url: URL;
  text: string;
  location: string | null;
  headers: Headers;
}

/**
 * A browser, as far as signing in needs one: it keeps cookies for each host and follows redirects.
 */
export class Browser {
  private readonly jars = new Map<string, Map<string, string>>();
  /** Where it has been, in order. */
  readonly visited: URL[] = [];

  /**
   * @param service What answers at the {@link PUBLIC_URL}; it can be changed to another instance of
   * the service in between.
   */
  constructor(public service: Pick<TestService, 'url'>) {}

  /**
   * Goes to an address and follows redirects, until there are no more or one leads to where `until`
   * says.
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
   * One request, without following what it is answered. A form that another site has it post
   * carries no `SameSite=Lax` cookies, as in real browsers.
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

  /** The session that it keeps, as a `Cookie` header. */
  get session(): string {
    return `unleash-session=${this.cookies.get('unleash-session')}`;
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
