import { Text } from '../../../platform/http/validation/shape.decorators.js';
import { FeatureParams } from '../feature.dto.js';
import { MAX_TITLE_LENGTH, MAX_URL_LENGTH } from './template-links.js';

/** A link of a feature in a path. */
export class FeatureLinkParams extends FeatureParams {
  /** Id of the link, as the feature shows it. */
  linkId: string;
}

/** An address of a page, which no browser takes for a script. */
export const PAGE_URL = /^https?:\/\/\S+$/i;

/** A link of a feature to a page elsewhere, such as a ticket or a document. */
export class FeatureLinkDto {
  /** URL of the page, with `http://` or `https://`; at most 2,000 characters. */
  @Text({
    trim: true,
    max: MAX_URL_LENGTH,
    pattern: PAGE_URL,
    wanted: 'an address that starts with http:// or https://',
  })
  url: string;
  /** Title; none when omitted or empty. */
  @Text({ optional: true, nullable: true, trim: true, max: MAX_TITLE_LENGTH })
  title?: string | null;
}
