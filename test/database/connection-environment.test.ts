import path from 'node:path';
import { connectionEnvironment } from '../../admin/backup/connection-environment.js';

const encryptionOf = (parameters: string, ssl: false | 'verify' | 'no-verify'): object => {
  const url = `postgres://me:hidden@db.example.com/flags${parameters}`;
  const all = connectionEnvironment({ url, ssl }, 18, { NODE_EXTRA_CA_CERTS: '/own.pem' });
  return Object.fromEntries(Object.entries(all).filter(([name]) => name.startsWith('PGSSL')));
};

const VERIFIED = {
  PGSSLMODE: 'verify-full',
  PGSSLROOTCERT: '/own.pem',
};
/** Any file, because the driver reads the files that a URL names. */
const FILE = path.resolve('package.json');
const PRIVATE = { PGSSLMODE: 'verify-full', PGSSLROOTCERT: FILE };

test.each([
  ['', false, { PGSSLMODE: 'disable' }],
  ['', 'verify', VERIFIED],
  ['', 'no-verify', { PGSSLMODE: 'require' }],
  ['?sslmode=disable', 'verify', { PGSSLMODE: 'disable' }],
  ['?sslmode=no-verify', 'verify', { PGSSLMODE: 'require' }],
  ['?sslmode=require', false, VERIFIED],
  ['?sslmode=prefer', false, VERIFIED],
  [`?sslrootcert=${encodeURIComponent(FILE)}`, false, PRIVATE],
  [`?sslmode=verify-full&sslrootcert=${FILE}`, 'no-verify', PRIVATE],
  [
    `?sslmode=verify-full&sslcert=${FILE}&sslkey=${FILE}`,
    false,
    { ...VERIFIED, PGSSLCERT: FILE, PGSSLKEY: FILE },
  ],
] as const)('programs encrypt like the service: %s, %s', (parameters, ssl, expected) => {
  expect(encryptionOf(parameters, ssl)).toEqual(expected);
});
