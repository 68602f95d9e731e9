type WebAuthn = typeof import('@simplewebauthn/server') &
  typeof import('@simplewebauthn/server/helpers');

/**
 * The library for passkeys, loaded at first use because it would make up a tenth of the modules
 * loaded at every start.
 */
export async function webAuthn(): Promise<WebAuthn> {
  const [server, helpers] = await Promise.all([
    import('@simplewebauthn/server'),
    import('@simplewebauthn/server/helpers'),
  ]);
  return { ...server, ...helpers };
}
