import { Inject, Injectable } from '@nestjs/common';
import type { Config } from '../../platform/config/config.js';
import { CONFIG } from '../../platform/config/config.module.js';
import { LiveSettings } from '../../core/auth/live-settings.js';

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
