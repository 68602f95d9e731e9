import { queryOptions } from '@tanstack/react-query';
import { api, bodyOf, type Schemas } from '../../../api/client.js';
import { isSignedBy } from './crypto.js';
import { textOfBase64url } from './bytes.js';

type Jwk = Pick<Schemas['JwkResponse'], 'kid' | 'x' | 'endorsement'>;

/** The public keys of the instance, oldest first. */
export const keysQuery = queryOptions({
  queryKey: ['signing-keys'],
  staleTime: 60_000,
  queryFn: async ({ signal }): Promise<readonly Jwk[]> =>
    (await bodyOf(api.GET('/.well-known/jwks.json', { signal }))).keys,
});

const ENDORSEMENT = 'signing-key-endorsement';

/** The keys that a trusted key has endorsed, directly or through others, and itself. */
export async function trustedKeys(
  keys: readonly Jwk[],
  trustedId: string,
): Promise<ReadonlyMap<string, string>> {
  const trusted = new Map<string, string>();
  for (let before = -1; before < trusted.size;) {
    before = trusted.size;
    for (const key of keys)
      if (key.kid === trustedId || (await isEndorsed(key, trusted))) trusted.set(key.kid, key.x);
  }
  return trusted;
}

async function isEndorsed(
  { x, endorsement }: Jwk,
  by: ReadonlyMap<string, string>,
): Promise<boolean> {
  const [header = '', payload = '', signature = ''] = endorsement?.split('.') ?? [];
  const { kid, typ, alg } = headerOf(header);
  const key = kid === undefined ? undefined : by.get(kid);
  if (!key || typ !== ENDORSEMENT || alg !== 'EdDSA') return false;
  return (
    (await isSignedBy(key, `${header}.${payload}`, signature)) && textOfBase64url(payload) === x
  );
}

/** The signed header of a signature; empty when it is none. */
export function headerOf(encoded: string): { alg?: string; kid?: string; typ?: string } {
  try {
    const header: unknown = JSON.parse(textOfBase64url(encoded));
    return typeof header === 'object' && header !== null ? header : {};
  } catch {
    return {};
  }
}
