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
/** An SDK that polls less often counts as if it polled that often. */
const RAREST_SECONDS = 3_600;

/** Who asks; `undefined` for whoever does not name its application. */
export function sdkOf(request: Request): Sdk | undefined {
  const appName = header(request, 'unleash-appname') ?? header(request, 'x-unleash-appname');
  if (appName === undefined) return undefined;
  const milliseconds = Number(request.headers['unleash-interval'] ?? NaN);
  return {
    appName,
    instanceId: header(request, 'unleash-instanceid') ?? '',
    connectionId: header(request, 'unleash-connection-id') ?? header(request, 'x-unleash-connection-id') ?? '',
    sdkVersion: header(request, 'unleash-sdk') ?? header(request, 'x-unleash-sdk') ?? null,
    pollSeconds: milliseconds > 0 ? Math.min(Math.max(milliseconds / 1000, 1), RAREST_SECONDS) : undefined,
  };
}

function header({ headers }: Request, name: string): string | undefined {
  const value = headers[name];
  return typeof value === 'string' && value !== '' ? value.slice(0, LONGEST) : undefined;
}
