import { Inject, Injectable } from '@nestjs/common';
import type {
  CorsOptions,
  CorsOptionsDelegate,
} from '@nestjs/common/interfaces/external/cors-options.interface.js';
import type { Request } from 'express';
import { LiveSettings } from '../../core/auth/live-settings.js';
import type { Config } from '../../platform/config/config.js';
import { CONFIG } from '../../platform/config/config.module.js';

const ORIGIN = /^(\*|https?:\/\/[^\s/*?#@]{1,255})$/;

/** Whether a text is an origin that browsers send, or `*`. */
export function isOrigin(text: string): boolean {
  return ORIGIN.test(text);
}

/** The origins whose pages may call the frontend API: those of the environment and the setting. */
@Injectable()
export class FrontendOrigins {
  constructor(
    private readonly settings: LiveSettings,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  /** `*`, for all origins, if neither names any. */
  get allowed(): readonly string[] {
    const { frontendApiOrigins: fixed } = this.config;
    const set = this.settings.get('unleash.frontend')?.frontendApiOrigins ?? [];
    const origins = new Set([...fixed, ...set]);
    return origins.size > 0 ? [...origins] : ['*'];
  }
}

/** Paths that browsers of other origins may call. */
const FOR_BROWSERS = /^\/(api\/frontend|ofrep)(\/|$)/i;
/**
 * How long browsers may cache the response to a preflight, in seconds: a day, as in the reference.
 */
const REMEMBERED_SECONDS = 86_400;

/**
 * Allows pages of the given origins to call the frontend API and OFREP. Preflights need no token.
 */
export function corsFor(current: { allowed: readonly string[] }): CorsOptionsDelegate<Request> {
  const allowed = (origins: readonly string[]): CorsOptions => ({
    origin: origins.includes('*') ? '*' : [...origins],
    credentials: true,
    exposedHeaders: 'ETag',
    maxAge: REMEMBERED_SECONDS,
    optionsSuccessStatus: 204,
  });
  return (request, decide) =>
    decide(
      null as never,
      FOR_BROWSERS.test(request.path) ? allowed(current.allowed) : { origin: false },
    );
}
