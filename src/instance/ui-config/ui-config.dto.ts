import { Part, TextList } from '../../platform/http/validation/shape.decorators.js';

/** The origins whose pages may call the frontend API. */
export class CorsDto {
  /**
   * Origins like `https://app.example.com`; `*` among them for all. They are added to those of
   * `UNLEASH_FRONTEND_API_ORIGINS`. With an empty list, only those of the variable count.
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

/** The part of the configuration that can be changed. */
export class UiConfigDto {
  /** Settings of the frontend API. */
  @Part(() => FrontendSettingsDto, { optional: true })
  frontendSettings?: FrontendSettingsDto;
}
