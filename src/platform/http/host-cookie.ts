import { parseCookie, stringifySetCookie } from 'cookie';

/** Lifetime of a cookie in the browser. */
type Lifetime = { expires: Date } | { maxAge: number };

/**
 * A cookie with a secret. Over HTTPS its name starts with `__Host-`, which browsers accept only
 * from this host over TLS, so that no sibling domain can plant one. Therefore only this name is
 * read over HTTPS, and its path is `/` even below a base path.
 */
export class HostCookie {
  constructor(private readonly name: string) {}

  /** The value in a `Cookie` header. */
  read(header: string | undefined, secure: boolean): string | undefined {
    return header === undefined
      ? undefined
      : parseCookie(header)[this.nameFor(secure)] || undefined;
  }

  /**
   * The `Set-Cookie` header for a value. `SameSite=Lax` keeps it out of cross-site requests other
   * than links.
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

  /** The `Set-Cookie` headers that delete the cookie, including its name without TLS. */
  expire(secure: boolean): string[] {
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
