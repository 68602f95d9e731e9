import { ApiProperty } from '@nestjs/swagger';
import { VARIANTS } from './banner.dto.js';

/** A message that user interfaces show to everybody. */
export class BannerResponse {
  /** Id of the banner. */
  @ApiProperty({ type: 'integer' })
  id: number;
  /** Message in Markdown. */
  message: string;
  /** Whether it is shown. */
  enabled: boolean;
  /** How it looks. */
  @ApiProperty({ enum: VARIANTS })
  variant: string;
  /** Whether it stays visible while scrolling. */
  sticky: boolean;
  /** Name of an icon, or `none`; null for the icon of the variant. */
  @ApiProperty({ type: String })
  icon: string | null;
  /** URL of a page, or `dialog`; null for none. */
  @ApiProperty({ type: String })
  link: string | null;
  /** Text of the link; null for none. */
  @ApiProperty({ type: String })
  linkText: string | null;
  /** Title of the dialog; null for none. */
  @ApiProperty({ type: String })
  dialogTitle: string | null;
  /** Text of the dialog in Markdown; null for none. */
  @ApiProperty({ type: String })
  dialog: string | null;
  /** When it was created. */
  @ApiProperty({ format: 'date-time' })
  createdAt: string;
}

/** Banners. */
export class BannersResponse {
  /** The banners, newest first; at most 20. */
  banners: BannerResponse[];
}
