import type { Request } from 'express';
import { startOf } from '../../../platform/http/body/storable.js';

/** A running SDK as it identifies itself. */
export interface Sdk {
  readonly appName: string;
  readonly instanceId: string;
  /** Connection id of the process, if the SDK sends one; else empty. */
  readonly connectionId: string;
  /** SDK name and version, such as `unleash-node-sdk:6.12.1`. */
  readonly sdkVersion: string | null;
  /** Polling interval in seconds, if reported. */
  readonly pollSeconds: number | undefined;
}

const MAX_LENGTHS = 255;
const NOT_ASCII = /[\x80-\xff]/;
const UTF8 = new TextDecoder('utf-8', { fatal: true });
/** Upper bound on the assumed polling interval. */
const RAREST_SECONDS = 3_600;
/** Control and bidirectional characters, which could not be stored or would disguise the text. */
const UNFIT = /[\p{Cc}\u2028\u2029\u202a-\u202e\u2066-\u2069]/gu;

/** The SDK of a request; `undefined` when it does not name its application. */
export function sdkOf(request: Request): Sdk | undefined {
  const appName = header(request, 'unleash-appname') ?? header(request, 'x-unleash-appname');
  if (appName === undefined) return undefined;
  const milliseconds = Number(request.headers['unleash-interval'] ?? NaN);
  return {
    appName,
    instanceId: header(request, 'unleash-instanceid') ?? '',
    connectionId:
      header(request, 'unleash-connection-id') ?? header(request, 'x-unleash-connection-id') ?? '',
    sdkVersion: header(request, 'unleash-sdk') ?? header(request, 'x-unleash-sdk') ?? null,
    pollSeconds:
      milliseconds > 0 ? Math.min(Math.max(milliseconds / 1000, 1), RAREST_SECONDS) : undefined,
  };
}

function header({ headers }: Request, name: string): string | undefined {
  const value = headers[name];
  return typeof value === 'string' && value !== '' ? sanitized(decoded(value)) : undefined;
}

/**
 * Node.js decodes headers as Latin-1, while some SDKs send UTF-8. Valid UTF-8 is assumed to be
 * intended.
 */
function decoded(value: string): string {
  if (!NOT_ASCII.test(value)) return value;
  try {
    return UTF8.decode(Buffer.from(value, 'latin1'));
  } catch {
    return value;
  }
}

/** Truncates the text for storage and replaces unsuitable characters by U+FFFD. */
function sanitized(text: string): string {
  return startOf(text, MAX_LENGTHS).toWellFormed().replace(UNFIT, '\ufffd');
}
