import { ApiProperty } from '@nestjs/swagger';
import { Flag, OneOf, Text } from '../../platform/http/validation/shape.decorators.js';

/**
 * A link in Markdown whose address could be a script, or cannot be told for certain: it
 * begins with another scheme than those of pages and mails, or with an entity or an escape. Each
 * alternative ends where the next one could begin, so that matching takes linear time.
 */
const DOUBTFUL_LINK = [
  String.raw`\][(:]\s*(?!https?:\/\/|mailto:|<)[^\s)\/?#\]]*[:&\\]`,
  String.raw`(?:\][(:]\s*<|<(?=[A-Za-z]))(?!https?:\/\/|mailto:)[^<>\/?#\n]*[:&\\]`,
].join('|');

/** Markdown whose links lead to pages and mail addresses only, whoever renders it. */
const MARKDOWN_WITHOUT_SCRIPTS = {
  pattern: new RegExp(`^(?![\\s\\S]*(?:${DOUBTFUL_LINK}))`),
  wanted: 'Markdown whose links start with http://, https://, mailto: or /',
};

const VARIANTS = ['info', 'warning', 'error', 'success'] as const;

/** A banner. A change replaces all properties. */
export class BannerDto {
  /** Message in Markdown, 1 to 1000 characters, without links to scripts. */
  @Text({ trim: true, min: 1, max: 1_000, ...MARKDOWN_WITHOUT_SCRIPTS })
  message: string;
  /** Whether it is shown; true when omitted. */
  @Flag({ optional: true })
  enabled?: boolean;
  /** How it looks; `info` when omitted. */
  @OneOf(VARIANTS, { optional: true })
  variant?: (typeof VARIANTS)[number];
  /** Whether it stays visible while scrolling; false when omitted. */
  @Flag({ optional: true })
  sticky?: boolean;
  /** Name of an icon, or `none`; the icon of the variant when omitted or null. */
  @Text({ optional: true, nullable: true, max: 50 })
  icon?: string | null;
  /** URL of a page, or `dialog` to show the dialog; none when omitted or null. */
  @Text({
    optional: true,
    nullable: true,
    max: 2_000,
    pattern: /^(|dialog|\/\S*|https?:\/\/\S+)$/i,
    wanted: '"dialog", or an address that starts with http://, https:// or /',
  })
  link?: string | null;
  /** Text of the link; none when omitted or null. */
  @Text({ optional: true, nullable: true, max: 100 })
  linkText?: string | null;
  /** Title of the dialog; none when omitted or null. */
  @Text({ optional: true, nullable: true, max: 100 })
  dialogTitle?: string | null;
  /** Text of the dialog in Markdown, without links to scripts; none when omitted or null. */
  @Text({ optional: true, nullable: true, max: 10_000, ...MARKDOWN_WITHOUT_SCRIPTS })
  dialog?: string | null;
}

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
