import type { Request } from 'express';

/** A running SDK, as it calls itself. */
export interface Sdk {
  readonly appName: string;
  readonly instanceId: string;
  /** Of the process, where the SDK tells one; else empty. */
  readonly connectionId: string;
  /** Like `unleash-node-sdk:6.12.1`. */
  readonly sdkVersion: string | null;
  /** How often it polls, in seconds, if it says so. */
  readonly pollSeconds: number | undefined;
}

const LONGEST = 255;
const NOT_ASCII = /[\x80-\xff]/;
const UTF8 = new TextDecoder('utf-8', { fatal: true });
/** An SDK that polls less often counts as if it polled that often. */
const RAREST_SECONDS = 3_600;
/**
 * Control characters and what changes the direction of text: they could not be stored, or would
 * show something else than is there.
 */
const UNFIT = /[\p{Cc}\u2028\u2029\u202a-\u202e\u2066-\u2069]/gu;

/** Who asks; `undefined` for whoever does not name its application. */
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
  return typeof value === 'string' && value !== '' ? fit(decoded(value)) : undefined;
}

/**
 * Node reads headers as Latin 1. Some SDKs send them as UTF-8, and what can be read as that was
 * hardly meant otherwise.
 */
function decoded(value: string): string {
  if (!NOT_ASCII.test(value)) return value;
  try {
    return UTF8.decode(Buffer.from(value, 'latin1'));
  } catch {
    return value;
  }
}

/** As long as it can be stored, with U+FFFD for what cannot. */
function fit(text: string): string {
  const short = text.slice(0, LONGEST);
  return (short.isWellFormed() ? short : short.slice(0, -1))
    .toWellFormed()
    .replace(UNFIT, '\ufffd');
}
