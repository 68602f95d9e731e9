import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { exportJWK, generateKeyPair, type JWK, SignJWT } from 'jose';

type PrivateKey = Awaited<ReturnType<typeof generateKeyPair>>['privateKey'];

/** Claims of a token. */
export interface IssuedClaims {
  exp?: number | null;
  iat?: number;
  [claim: string]: unknown;
}

/** An issuer of tokens, such as a CI system, in this process. */
export class TokenIssuer {
  /** The paths that were asked for. */
  readonly asked: string[] = [];
  /** Status of all answers; none is sent while it is undefined. */
  status: number | undefined = 200;
  /** Properties of the metadata that differ. */
  metadata: object = {};
  /** Whether the metadata come with 2 MB of blanks. */
  isLong = false;
  private keys: { kid: string; algorithm: string; secret: PrivateKey; open: JWK }[] = [];

  private constructor(private readonly server: Server) {}

  static async start(): Promise<TokenIssuer> {
    const server = createServer();
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const issuer = new TokenIssuer(server);
    server.on('request', ({ url = '' }, response) => {
      issuer.asked.push(url);
      if (issuer.status === undefined) return;
      const answer = JSON.stringify(url.startsWith('/keys') ? issuer.set : issuer.discovery);
      response.writeHead(issuer.status).end(answer + (issuer.isLong ? ' '.repeat(2e6) : ''));
    });
    await issuer.turn();
    return issuer;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
  }

  /** Signs with a new key from now on; earlier ones stay. */
  async turn(algorithm = 'ES256'): Promise<void> {
    const { privateKey, publicKey } = await generateKeyPair(algorithm, { extractable: true });
    const kid = `key ${this.keys.length}`;
    const open = { ...(await exportJWK(publicKey)), kid, alg: algorithm };
    this.keys.push({ kid, algorithm, secret: privateKey, open });
  }

  /**
   * A token with these claims and the usual others; `exp` and `iat` in seconds from now. `null`
   * omits the end.
   */
  token({ exp = 300, iat = 0, ...claims }: IssuedClaims = {}): Promise<string> {
    const { kid, algorithm, secret } = this.keys.at(-1)!;
    const now = Math.floor(Date.now() / 1000);
    const end = exp === null ? {} : { exp: now + exp };
    return new SignJWT({ iss: this.url, iat: now + iat, ...end, ...claims })
      .setProtectedHeader({ alg: algorithm, kid })
      .sign(secret);
  }

  async stop(): Promise<void> {
    this.server.closeAllConnections();
    await new Promise((resolve) => this.server.close(resolve));
  }

  /** The public key, as somebody would misuse it as a shared secret. */
  get openKey(): JWK {
    return this.keys.at(-1)!.open;
  }

  private get set(): object {
    return { keys: this.keys.map(({ open }) => open) };
  }

  private get discovery(): object {
    return { issuer: this.url, jwks_uri: `${this.url}/keys`, ...this.metadata };
  }
}
