import { ApiToken } from './access/api-token/api-token.entity.js';
import { Addon } from './exchange/integration/addon.entity.js';
import { AppUser } from './access/people/user/app-user.entity.js';
import { ContextField } from './flags/context-field/context-field.entity.js';
import { Environment } from './flags/environment/environment.entity.js';
import { Feature, FeatureEnvironment } from './flags/feature/feature.entity.js';
import { FeatureType } from './flags/feature-type/feature-type.entity.js';
import { FeatureStrategy } from './flags/feature/strategy/feature-strategy.entity.js';
import { Project, ProjectEnvironment } from './flags/project/project.entity.js';
import { Segment } from './flags/segment/segment.entity.js';
import { StrategyDefinition } from './flags/strategy-definition/strategy-definition.entity.js';
import { FeatureTag, Tag, TagType } from './flags/tag/tag.entity.js';

/** Entities of the tables that services write through repositories. */
export const ENTITIES = [
  Addon,
  ApiToken,
  AppUser,
  ContextField,
  Environment,
  Feature,
  FeatureEnvironment,
  FeatureStrategy,
  FeatureTag,
  FeatureType,
  Project,
  ProjectEnvironment,
  Segment,
  StrategyDefinition,
  Tag,
  TagType,
];
