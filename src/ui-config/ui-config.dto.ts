import { Part, TextList } from '../http/validation/shape.decorators.js';

/** The origins whose pages may call the frontend API. */
export class CorsDto {
  /**
   * Origins like `https://app.example.com`; `*` among them for all. They add to those of
   * `UNLEASH_FRONTEND_API_ORIGINS`. With an empty list those of the environment count alone.
   */
  @TextList({ optional: true, max: 100 })
  frontendApiOrigins?: string[];
}

/** Settings of the frontend API. */
export class FrontendSettingsDto {
  /** Origins, as in `POST /api/admin/ui-config/cors`. */
  @TextList({ max: 100 })
  frontendApiOrigins: string[];
}

/** What can be set of the configuration. */
export class UiConfigDto {
  /** Settings of the frontend API. */
  @Part(() => FrontendSettingsDto, { optional: true })
  frontendSettings?: FrontendSettingsDto;
}
