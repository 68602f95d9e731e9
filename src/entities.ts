import { ApiToken } from './api-token/api-token.entity.js';
import { Addon } from './integration/addon.entity.js';
import { AppUser } from './people/user/app-user.entity.js';
import { ContextField } from './context-field/context-field.entity.js';
import { Environment } from './environment/environment.entity.js';
import { Feature } from './feature/feature.entity.js';
import { FeatureType } from './feature-type/feature-type.entity.js';
import { FeatureStrategy } from './feature/strategy/feature-strategy.entity.js';
import { Project } from './project/project.entity.js';
import { ProjectEnvironment } from './project/project-environment.entity.js';
import { Segment } from './segment/segment.entity.js';
import { StrategyDefinition } from './strategy-definition/strategy-definition.entity.js';
import { Tag } from './tag/tag.entity.js';
import { TagType } from './tag/tag-type.entity.js';

/** Entities of the tables that services write through repositories. */
export const ENTITIES = [
  Addon,
  ApiToken,
  AppUser,
  ContextField,
  Environment,
  Feature,
  FeatureStrategy,
  FeatureType,
  Project,
  ProjectEnvironment,
  Segment,
  StrategyDefinition,
  Tag,
  TagType,
];
