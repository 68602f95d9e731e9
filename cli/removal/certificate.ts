import { readFileSync } from 'node:fs';
import type { PublishedKey } from '../../src/audit/signing/endorsement.js';
import { type KeySet, publishedKeys } from '../../verify/http-source.js';
import { type SignedCertificate, verifyCertificate } from '../../verify/verified-certificate.js';
import { CliError, type Connection } from '../connection.js';
import { pathOf, projectOf } from '../features.js';
import { printable, type Printer } from '../output.js';

interface CertificateOptions {
  project?: string;
  environment?: string[];
  certificate?: string[];
  days?: string;
}

/** What a certificate has to state. */
interface Stated {
  feature: string;
  value: boolean;
}

/**
 * Makes sure that everybody always got the same: by certificates in files, or by new ones.
 * @throws CliError when one is refused, does not verify, or states something else.
 */
export async function requireCertificate(
  connection: Connection,
  printer: Printer,
  stated: Stated,
  { project, environment = [], certificate = [], days }: CertificateOptions,
): Promise<void> {
  if (environment.length + certificate.length === 0)
    throw new CliError(
      'Name the environments that the code runs in with --environment, or a certificate in a ' +
        'file, or use --without-certificate.',
      2,
    );
  const texts = certificate.map((file) => [file, contentOf(file)] as const);
  const keys = texts.length > 0 ? await keysOf(connection) : [];
  for (const [file, text] of texts) accept(verified(file, text, keys), stated, printer);
  if (environment.length === 0) return;
  const path = pathOf(project ?? (await projectOf(connection, stated.feature)), stated.feature);
  for (const one of environment) {
    const { content } = await connection.request<{ content: SignedCertificate }>(
      `${path}/environments/${encodeURIComponent(one)}/removal-certificate`,
      { method: 'POST', query: { days } },
    );
    accept(content, stated, printer);
  }
}

async function keysOf(connection: Connection): Promise<PublishedKey[]> {
  return publishedKeys(await connection.request<KeySet>('/.well-known/jwks.json'));
}

/** @throws CliError when the file cannot be read. */
function contentOf(file: string): string {
  try {
    return readFileSync(file, 'utf8').trim();
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    const why = code === 'ENOENT' ? 'there is no such file' : String(code);
    throw new CliError(`The certificate in ${file} cannot be read: ${why}.`);
  }
}

/** @throws CliError when the certificate in a file is not one of the service, or is too old. */
function verified(file: string, text: string, keys: readonly PublishedKey[]): SignedCertificate {
  const found = verifyCertificate(text, keys, []);
  if (typeof found === 'string')
    throw new CliError(`The certificate in ${file} does not count: ${found}.`);
  return found;
}

/** @throws CliError when a certificate states something else. */
function accept(content: SignedCertificate, { feature, value }: Stated, printer: Printer): void {
  const { environment, state, variant, since, yes, no } = content;
  if (content.feature !== feature)
    throw new CliError(`The certificate is for the feature "${content.feature}".`);
  if (state !== (value ? 'on' : 'off'))
    throw new CliError(`In ${environment} everybody got ${feature} as ${state}.`);
  const which = variant === null ? '' : ` with the variant ${variant}`;
  printer.note(
    printable(
      `${feature} was always ${state}${which} in ${environment} since ${since}: ` +
        `${yes + no} evaluations.`,
    ),
  );
}
