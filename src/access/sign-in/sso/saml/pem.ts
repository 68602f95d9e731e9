import { createPrivateKey, X509Certificate } from 'node:crypto';

const BLOCK = /-----BEGIN ([A-Z0-9 ]+)-----[^-]+-----END \1-----/g;

/**
 * The certificates in a text, each as PEM; accepts PEM blocks or the base64 of one certificate.
 * @throws Error when there is none or one is invalid.
 */
export function certificatesIn(text: string): string[] {
  const blocks = blocksIn(text, 'CERTIFICATE');
  if (blocks.length > 0) return blocks.map((block) => new X509Certificate(block).toString());
  if (!/^[A-Za-z0-9+/]+=*$/.test(text.replace(/\s+/g, '')))
    throw new Error('There is no certificate.');
  return [new X509Certificate(Buffer.from(text, 'base64')).toString()];
}

/**
 * The RSA private key in a PEM text, and the certificate next to it, if any.
 * @throws Error when there is no valid key.
 */
export function signingKeyIn(text: string): {
  privateKey: string;
  certificate: string | undefined;
} {
  const [block] = [...text.matchAll(BLOCK)]
    .filter(([, label]) => label!.endsWith('PRIVATE KEY'))
    .map(([whole]) => whole);
  if (!block) throw new Error('There is no private key.');
  const key = createPrivateKey(block);
  if (key.asymmetricKeyType !== 'rsa') throw new Error('The private key is not an RSA key.');
  const [certificate] = blocksIn(text, 'CERTIFICATE').map((one) => new X509Certificate(one));
  if (certificate && !certificate.checkPrivateKey(key))
    throw new Error('The certificate does not belong to the private key.');
  return {
    privateKey: key.export({ type: 'pkcs8', format: 'pem' }) as string,
    certificate: certificate?.toString(),
  };
}

function blocksIn(text: string, label: string): string[] {
  return [...text.matchAll(BLOCK)].filter(([, found]) => found === label).map(([whole]) => whole);
}
