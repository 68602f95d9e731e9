import { ApiToken } from './api-token/api-token.entity.js';
import { Addon } from './integration/addon.entity.js';
import { AppUser } from './people/user/app-user.entity.js';
import { Session } from './auth/session/session.entity.js';
import { ContextField } from './context-field/context-field.entity.js';
import { Environment } from './environment/environment.entity.js';
import { Feature } from './feature/feature.entity.js';
import { FeatureEnvironment } from './feature/feature-environment.entity.js';
import { FeatureType } from './feature-type/feature-type.entity.js';
import { FeatureStrategy } from './feature/strategy/feature-strategy.entity.js';
import { FeatureTag } from './feature/tag/feature-tag.entity.js';
import { Project } from './project/project.entity.js';
import { ProjectEnvironment } from './project/project-environment.entity.js';
import { Segment } from './segment/segment.entity.js';
import { StrategyDefinition } from './strategy-definition/strategy-definition.entity.js';
import { Tag } from './tag/tag.entity.js';
import { TagType } from './tag/tag-type.entity.js';

/** The tables that services write through repositories. */
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
  Session,
  StrategyDefinition,
  Tag,
  TagType,
];
