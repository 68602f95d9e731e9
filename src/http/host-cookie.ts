import { parseCookie, stringifySetCookie } from 'cookie';

/** How long a browser keeps a cookie. */
type Lifetime = { expires: Date } | { maxAge: number };

/**
 * A cookie with a secret. Over HTTPS its name begins with `__Host-`: a browser takes a cookie of
 * such a name from this host alone, so that no neighbouring domain and no page without TLS can
 * plant one. For that reason no other name counts over HTTPS, and the path is that of the host,
 * also where everything is served below a path.
 */
export class HostCookie {
  constructor(private readonly name: string) {}

  /** The value that a `Cookie` header carries. */
  read(header: string | undefined, secure: boolean): string | undefined {
    return header === undefined
      ? undefined
      : parseCookie(header)[this.nameFor(secure)] || undefined;
  }

  /**
   * The `Set-Cookie` header that hands a value over. `SameSite=Lax` keeps it out of requests that
   * other sites make a browser send, links excepted.
   */
  set(value: string, lifetime: Lifetime, secure: boolean): string {
    return stringifySetCookie(this.nameFor(secure), value, {
      path: '/',
      httpOnly: true,
      sameSite: 'lax',
      secure,
      ...lifetime,
    });
  }

  /**
   * The `Set-Cookie` headers that make a browser forget it, under the name that it has without TLS
   * too.
   */
  forget(secure: boolean): string[] {
    const expires = new Date(0);
    const plain = stringifySetCookie(this.name, '', {
      path: '/',
      httpOnly: true,
      sameSite: 'lax',
      secure,
      expires,
    });
    return secure ? [this.set('', { expires }, secure), plain] : [plain];
  }

  private nameFor(secure: boolean): string {
    return secure ? `__Host-${this.name}` : this.name;
  }
}
