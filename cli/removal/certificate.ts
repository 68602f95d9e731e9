import { readFileSync } from 'node:fs';
import { CERTIFICATE_TYPE, jwsOf, verifiedJws } from '../../src/audit/signing/jws.js';
import { CliError, type Connection } from '../connection.js';
import { pathOf, projectOf } from '../features.js';
import { printable, type Printer } from '../output.js';

interface CertificateOptions {
  project?: string;
  environment?: string[];
  certificate?: string[];
  days?: string;
}

interface Content {
  feature: string;
  environment: string;
  state: 'on' | 'off';
  variant: string | null;
  since: string;
  validUntil: string;
  yes: number;
  no: number;
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
  const known = certificate.length > 0 ? await keysOf(connection) : new Map<string, string>();
  for (const file of certificate) accept(verified(file, known), stated, printer);
  if (environment.length === 0) return;
  const path = pathOf(project ?? (await projectOf(connection, stated.feature)), stated.feature);
  for (const one of environment) {
    const { content } = await connection.request<{ content: Content }>(
      `${path}/environments/${encodeURIComponent(one)}/removal-certificate`,
      { method: 'POST', query: { days } },
    );
    accept(content, stated, printer);
  }
}

async function keysOf(connection: Connection): Promise<Map<string, string>> {
  const { keys } = await connection.request<{ keys: { kid: string; x: string }[] }>(
    '/.well-known/jwks.json',
  );
  return new Map(keys.map(({ kid, x }) => [kid, x]));
}

/** @throws CliError when the certificate in a file is not one of the service, or is too old. */
function verified(file: string, keys: ReadonlyMap<string, string>): Content {
  const found = verifiedJws(jwsOf(readFileSync(file, 'utf8').trim()), (id) => keys.get(id));
  if (found?.header.typ !== CERTIFICATE_TYPE)
    throw new CliError(`${file} contains no certificate that the service has signed.`);
  const content = JSON.parse(found.text) as Content;
  if (Date.parse(content.validUntil) < Date.now())
    throw new CliError(`The certificate in ${file} was valid until ${content.validUntil}.`);
  return content;
}

/** @throws CliError when a certificate states something else. */
function accept(content: Content, { feature, value }: Stated, printer: Printer): void {
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
