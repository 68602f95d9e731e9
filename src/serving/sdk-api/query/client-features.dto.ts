import { ApiProperty } from '@nestjs/swagger';
import { ConstraintResponse } from '../../../flags/feature/strategy/strategy.dto.js';
import {
  StrategyVariantResponse,
  VariantResponse,
} from '../../../flags/feature/variant/variant.dto.js';
import { Text, TextList } from '../../../platform/http/validation/shape.decorators.js';

/** Maximum number of tags or projects in a query. */
const MAX_CHOSEN = 50;
/** Maximum length of each name in a query; no stored name is longer. */
export const MAX_NAME_LENGTH = 255;

/** Filters of the features that an SDK requests. */
export class ClientFeaturesQueryDto {
  /** Only features with this tag, as `type:value`; any of several. At most 50. */
  @TextList({ optional: true, one: true, max: MAX_CHOSEN })
  tag?: string[];
  /**
   * Only features of this project; any of several. At most 50. Ignored for tokens that are limited
   * to projects.
   */
  @TextList({ optional: true, one: true, max: MAX_CHOSEN })
  project?: string[];
  /** Only features whose names start with this text. At most 255 characters. */
  @Text({ optional: true, min: 1 })
  namePrefix?: string;
  /** The environment, for tokens without one; when omitted, all features are off. */
  @Text({ optional: true, max: MAX_NAME_LENGTH })
  environment?: string;
}

/** A strategy as SDKs evaluate it. Disabled strategies are omitted. */
export class ClientStrategyResponse {
  /** Name of its strategy definition. */
  name: string;
  /** Constraints, all of which must match. */
  constraints: ConstraintResponse[];
  /** Parameters by name. */
  @ApiProperty({ type: 'object', additionalProperties: { type: 'string' } })
  parameters: Record<string, string>;
  /** Variants of the strategy. */
  variants: StrategyVariantResponse[];
  /**
   * Ids of segments that must match; absent when there are none, and for SDKs without support for
   * segments.
   */
  @ApiProperty({ type: 'integer', isArray: true })
  segments?: number[];
}

/** A parent feature. */
export class ClientDependencyResponse {
  /** Name of the parent. */
  feature: string;
  /** Whether the parent must be enabled or disabled. */
  enabled: boolean;
  /** The variants of which it must resolve to one, or empty for any; absent when it must be off. */
  variants?: string[];
}

/** A feature in one environment. */
export class ClientFeatureResponse {
  /** Name of the feature. */
  name: string;
  /** Type of the feature. */
  type: string;
  /** Whether the feature is on in the environment. */
  enabled: boolean;
  /** Id of its project. */
  project: string;
  /** Whether the feature is marked as stale. */
  stale: boolean;
  /** Strategies in evaluation order. */
  strategies: ClientStrategyResponse[];
  /** Variants in the environment. */
  variants: VariantResponse[];
  /** Description; null when there is none. */
  description: string | null;
  /** Whether SDKs emit impression events for each evaluation. */
  impressionData: boolean;
  /** Parent features; absent when there are none. */
  dependencies?: ClientDependencyResponse[];
}

/** A segment: constraints shared by strategies. */
export class ClientSegmentResponse {
  /** Id of the segment. */
  @ApiProperty({ type: 'integer' })
  id: number;
  /** Name of the segment. */
  name: string;
  /** Constraints, all of which must match. */
  constraints: ConstraintResponse[];
}

/** The effective query, after restrictions of the token. An absent property does not restrict. */
export class ClientQueryResponse {
  /** Tags, any of which must match: each a list of type and value. */
  @ApiProperty({ type: 'array', items: { type: 'array', items: { type: 'string' } } })
  tag?: string[][];
  /** Ids of the projects. */
  project?: string[];
  /** Prefix of feature names. */
  namePrefix?: string;
  /** The environment; when absent, all features are off. */
  environment?: string;
  /** Whether constraints of segments are inlined into strategies. */
  inlineSegmentConstraints: boolean;
}

/** Identifies the response. */
export class ClientMetaResponse {
  /** Hash of the content; not a counter: equal content has the same id. */
  @ApiProperty({ type: 'integer', minimum: 0, maximum: 2_147_483_647 })
  revisionId: number;
  /** ETag of the response, including quotation marks. */
  etag: string;
  /** Hash of the query, 8 hexadecimal digits. */
  queryHash: string;
}

/** The features for an SDK. */
export class ClientFeaturesResponse {
  /** Version of this format; always 2. */
  @ApiProperty({ type: 'integer' })
  version: number;
  /** Features, oldest first, without archived ones. */
  features: ClientFeatureResponse[];
  /** The effective query. */
  query: ClientQueryResponse;
  /** Segments that the features use; absent when their constraints are inlined into strategies. */
  segments?: ClientSegmentResponse[];
  /** Identifies the response. */
  meta: ClientMetaResponse;
}
