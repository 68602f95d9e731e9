import { Flag, OneOf, Text } from '../../platform/http/validation/shape.decorators.js';
import { MARKDOWN_WITHOUT_SCRIPTS } from './markdown-text.js';

export const VARIANTS = ['info', 'warning', 'error', 'success'] as const;

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
