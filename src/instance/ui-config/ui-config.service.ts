import { Inject, Injectable } from '@nestjs/common';
import type { Config } from '../../platform/config/config.js';
import { CONFIG } from '../../platform/config/config.module.js';
import { Database } from '../../platform/database/database.js';
import { BadDataError, NotFoundError } from '../../platform/errors/general.errors.js';
import type { Actor } from '../../core/event/actor.js';
import { LiveSettings } from '../../core/auth/live-settings.js';
import { FrontendOrigins, isOrigin } from '../../serving/frontend/frontend-origins.js';
import { VERSION } from '../../platform/config/version.js';
import { MaintenanceService } from '../operations/maintenance/maintenance.service.js';
import type { UiConfigDto, UiConfigResponse } from './ui-config.dto.js';
import { RESOURCE_LIMITS } from './resource-limits.js';
import { statement } from '../../platform/database/statement.js';

const isOn = (protocol: string): string => /* sql */ `
    COALESCE((SELECT (content ->> 'enabled')::boolean FROM setting
      WHERE name = 'auth.${protocol}'), false)`;

const READ = statement<
  [],
  { instanceId: string; oidc: boolean; saml: boolean; isPasswordOff: boolean }
>(
  'ui-config.read',
  /* sql */ `
    SELECT (SELECT id FROM instance) AS "instanceId", ${isOn('oidc')} AS oidc,
      ${isOn('saml')} AS saml,
           COALESCE((SELECT (content ->> 'disabled')::boolean FROM setting
             WHERE name = 'auth.simple'), false) AS "isPasswordOff"`,
);

/** The same for every instance. */
const FIXED = {
  segmentValuesLimit: RESOURCE_LIMITS.segmentValues,
  strategySegmentsLimit: RESOURCE_LIMITS.strategySegments,
  authenticationType: 'open-source',
  oidcConfiguredThroughEnv: false,
  samlConfiguredThroughEnv: false,
  networkViewEnabled: false,
  flags: {
    embedProxy: true,
    embedProxyFrontend: true,
    deltaApi: true,
    streaming: true,
    releasePlans: true,
    granularAdminPermissions: true,
  },
  links: [],
};

/** Reads and changes the configuration for user interfaces. */
@Injectable()
export class UiConfigService {
  constructor(
    private readonly database: Database,
    private readonly settings: LiveSettings,
    private readonly maintenance: MaintenanceService,
    private readonly origins: FrontendOrigins,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  async read(): Promise<UiConfigResponse> {
    const [row] = await this.database.run(READ, []);
    const { instanceId, oidc, saml, isPasswordOff } = row!;
    const { publicUrl, basePath, email, forcePasswordLogin, uiEnvironment } = this.config;
    const disablePasswordAuth = isPasswordOff && !forcePasswordLogin;
    const methods = { password: !disablePasswordAuth, oidc, saml };
    const versions = { oss: VERSION, enterprise: '' };
    return {
      name: 'Unleash',
      version: VERSION,
      environment: uiEnvironment,
      unleashUrl: publicUrl,
      baseUriPath: basePath,
      versionInfo: { current: versions, latest: versions, isLatest: true, instanceId },
      resourceLimits: RESOURCE_LIMITS,
      ...FIXED,
      signInMethods: Object.entries(methods).flatMap(([name, on]) => (on ? [name] : [])),
      disablePasswordAuth,
      emailEnabled: email !== undefined,
      maintenanceMode: this.maintenance.current.enabled,
      frontendApiOrigins: [...this.origins.allowed],
      maxSessionsCount: this.config.sessionsPerUser,
    };
  }

  /**
   * @throws NotFoundError when the body sets nothing.
   * @throws BadDataError for an invalid origin.
   */
  async set({ frontendSettings }: UiConfigDto, actor: Actor): Promise<void> {
    if (!frontendSettings)
      throw new NotFoundError('There is nothing to set: send "frontendSettings".');
    const path = '/body/frontendSettings/frontendApiOrigins';
    await this.setOrigins(frontendSettings.frontendApiOrigins, actor, path);
  }

  /** @throws BadDataError when one of the texts is not an origin. */
  async setOrigins(
    origins: readonly string[],
    actor: Actor,
    path = '/body/frontendApiOrigins',
  ): Promise<void> {
    const faults = origins.flatMap((origin, index) =>
      isOrigin(origin) ? [] : [{ message: notAnOrigin(origin), path: `${path}/${index}` }],
    );
    if (faults.length > 0) throw new BadDataError(faults[0]!.message, faults);
    const frontendApiOrigins = [...new Set(origins)];
    await this.settings.set('unleash.frontend', { frontendApiOrigins }, actor);
  }
}

function notAnOrigin(text: string): string {
  return `"${text}" is not an origin: use a value like https://app.example.com, or *.`;
}
