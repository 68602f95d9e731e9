import { ApiProperty } from '@nestjs/swagger';
import { ConstraintResponse } from '../../feature/strategy.response.js';
import { StrategyVariantResponse, VariantResponse } from '../../feature/variant.response.js';

/** A strategy as SDKs evaluate it. Disabled ones are left out. */
export class ClientStrategyResponse {
  /** The strategy definition that it follows. */
  name: string;
  /** The constraints, all of which must hold. */
  constraints: ConstraintResponse[];
  /** What the definition asks for, by name. */
  @ApiProperty({ type: 'object', additionalProperties: { type: 'string' } })
  parameters: Record<string, string>;
  /** The variants for those whom it lets through. */
  variants: StrategyVariantResponse[];
  /**
   * Ids of the segments that must match; absent where there are none, and for SDKs that know
   * nothing of segments.
   */
  @ApiProperty({ type: 'integer', isArray: true })
  segments?: number[];
}

/** A feature on which another depends. */
export class ClientDependencyResponse {
  /** Its name. */
  feature: string;
  /** Whether it must be enabled, or must be disabled. */
  enabled: boolean;
  /** The variants of which it must resolve to one, or empty for any; absent when it must be off. */
  variants?: string[];
}

/** A feature as it stands in one environment. */
export class ClientFeatureResponse {
  /** Name of the feature. */
  name: string;
  /** Type of the feature. */
  type: string;
  /** Whether it is on. */
  enabled: boolean;
  /** Id of its project. */
  project: string;
  /** Whether it is marked as stale. */
  stale: boolean;
  /** Its strategies, in the order in which they are tried. */
  strategies: ClientStrategyResponse[];
  /** Its variants in the environment. */
  variants: VariantResponse[];
  /** What it is for; null when nobody said. */
  description: string | null;
  /** Whether SDKs are to report each evaluation to the application. */
  impressionData: boolean;
  /** Features on which it depends; absent where there are none. */
  dependencies?: ClientDependencyResponse[];
}

/** Constraints that strategies share. */
export class ClientSegmentResponse {
  /** Id of the segment. */
  @ApiProperty({ type: 'integer' })
  id: number;
  /** Name of the segment. */
  name: string;
  /** The constraints, all of which must hold. */
  constraints: ConstraintResponse[];
}

/** What was asked, and what the token decided. What is absent does not restrict the features. */
export class ClientQueryResponse {
  /** Tags, of which a feature has any: each a list of type and value. */
  @ApiProperty({ type: 'array', items: { type: 'array', items: { type: 'string' } } })
  tag?: string[][];
  /** Ids of the projects. */
  project?: string[];
  /** How the names start. */
  namePrefix?: string;
  /** The environment; absent when nobody said, and then every feature is off. */
  environment?: string;
  /** Whether the constraints of segments stand among those of the strategies. */
  inlineSegmentConstraints: boolean;
}

/** By what to know the answer. */
export class ClientMetaResponse {
  /**
   * Stands for the content of the answer. It is not counted up: what is the same again has the same
   * one again.
   */
  @ApiProperty({ type: 'integer', minimum: 0, maximum: 2_147_483_647 })
  revisionId: number;
  /** The ETag of the answer, with its quotation marks. */
  etag: string;
  /** Stands for the query: 8 hexadecimal digits. */
  queryHash: string;
}

/** The features that an SDK evaluates. */
export class ClientFeaturesResponse {
  /** Version of this form of answer, always 2. */
  @ApiProperty({ type: 'integer' })
  version: number;
  /** The features, oldest first. Archived ones are left out. */
  features: ClientFeatureResponse[];
  /** What was asked. */
  query: ClientQueryResponse;
  /**
   * The segments that the features use; absent when their constraints stand among those of the
   * strategies.
   */
  segments?: ClientSegmentResponse[];
  /** By what to know the answer. */
  meta: ClientMetaResponse;
}
