import { RoleDto, RoleGrantDto } from '../../access/roles/role/role.dto.js';
import { CreateContextFieldDto } from '../../flags/context-field/context-field.dto.js';
import { CreateEnvironmentDto } from '../../flags/environment/environment.dto.js';
import { CreateDependencyDto } from '../../flags/feature/dependency/dependency.dto.js';
import { CreateFeatureDto } from '../../flags/feature/feature.dto.js';
import { FeatureLinkDto } from '../../flags/feature/link/link.dto.js';
import { PayloadSchemaDto } from '../../flags/feature/payload-schema/payload-schema.dto.js';
import { ServedStrategyDto, ServedVariantDto } from '../../flags/feature/strategy/served.dto.js';
import {
  CreateProjectDto,
  FeatureNamingDto,
  LinkTemplateDto,
} from '../../flags/project/project.dto.js';
import { PROJECT_ID, PROJECT_ID_WANTED } from '../../flags/project/project-id.js';
import { SegmentDto } from '../../flags/segment/segment.dto.js';
import { TagDto, TagTypeDto } from '../../flags/tag/tag.dto.js';
import { OmitType, PickType } from '../../platform/http/validation/mapped-types.js';
import {
  Flag,
  ListOf,
  Part,
  Text,
  TextList,
} from '../../platform/http/validation/shape.decorators.js';

/** Maximum items per kind; for features, the limit of the import. */
export const MAX_ITEMS = { features: 5_000, environments: 500, links: 50, parents: 100 } as const;
const NAME = { min: 1, max: 500 } as const;

/** A strategy, with its segments by name. Omitted properties get their default. */
export class CodeStrategyDto extends OmitType(ServedStrategyDto, ['segments', 'sortOrder']) {
  /** Names of the segments that must match: at most 5; none when omitted. */
  @TextList({ optional: true })
  segments?: string[];
}

/** A feature in an environment. Omitted properties stay as they are. */
export class CodeFeatureEnvironmentDto {
  /** Name of the environment. */
  @Text(NAME)
  name: string;
  /** Whether the feature is on. */
  @Flag({ optional: true })
  enabled?: boolean;
  /** All strategies, in order. */
  @ListOf(() => CodeStrategyDto, { optional: true })
  strategies?: CodeStrategyDto[];
  /** All variants of the feature itself; strategies have their own. */
  @ListOf(() => ServedVariantDto, { optional: true })
  variants?: ServedVariantDto[];
}

/** A feature. Omitted properties stay as they are, or get their default in a new feature. */
export class CodeFeatureDto extends PickType(CreateFeatureDto, [
  'name',
  'type',
  'description',
  'impressionData',
  'stale',
  'tags',
]) {
  /** Id of its project. */
  @Text({ min: 1, max: 100 })
  project: string;
  /** All links. */
  @ListOf(() => FeatureLinkDto, { optional: true, max: MAX_ITEMS.links })
  links?: FeatureLinkDto[];
  /** What payloads of its variants have to be; null for anything. */
  @Part(() => PayloadSchemaDto, { optional: true, nullable: true })
  payloadSchema?: PayloadSchemaDto | null;
  /** The feature that it depends on, in a list; none when empty. */
  @ListOf(() => CreateDependencyDto, { optional: true, max: MAX_ITEMS.parents })
  dependencies?: CreateDependencyDto[];
  /** Its environments; those that are not listed stay as they are. */
  @ListOf(() => CodeFeatureEnvironmentDto, {
    optional: true,
    max: MAX_ITEMS.environments,
    uniqueBy: 'name',
  })
  environments?: CodeFeatureEnvironmentDto[];
}

/** An environment. Omitted properties stay as they are. */
export class CodeEnvironmentDto extends PickType(CreateEnvironmentDto, [
  'name',
  'type',
  'enabled',
  'sortOrder',
]) {}

/** A project. Omitted properties stay as they are. */
export class CodeProjectDto extends PickType(CreateProjectDto, [
  'name',
  'description',
  'mode',
  'defaultStickiness',
  'featureLimit',
]) {
  /** Id of the project. */
  @Text({ min: 1, max: 100, pattern: PROJECT_ID, wanted: PROJECT_ID_WANTED })
  id: string;
  /** Names of all its environments; a new project needs some. */
  @TextList({ optional: true })
  environments?: string[];
  /** Naming rule for new features; null for none. */
  @Part(() => FeatureNamingDto, { optional: true, nullable: true })
  featureNaming?: FeatureNamingDto | null;
  /** All links that new features get. */
  @ListOf(() => LinkTemplateDto, { optional: true, max: 100 })
  linkTemplates?: LinkTemplateDto[];
}

/** A context field. Omitted properties stay as they are. */
export class CodeContextFieldDto extends PickType(CreateContextFieldDto, [
  'name',
  'description',
  'stickiness',
  'sortOrder',
  'legalValues',
]) {
  /** Id of the only project whose features can use it; null for all, also when omitted. */
  @Text({ optional: true, nullable: true, max: 100 })
  project?: string | null;
}

/** A segment. Omitted properties stay as they are. */
export class CodeSegmentDto extends PickType(SegmentDto, [
  'name',
  'description',
  'project',
  'constraints',
]) {}

/** A permission of a role. */
export class CodeRoleGrantDto extends PickType(RoleGrantDto, ['environment']) {
  /** Name of the permission, such as `UPDATE_FEATURE`. */
  @Text(NAME)
  name: string;
}

/** A role that is not built in. Omitted properties stay as they are. */
export class CodeRoleDto extends PickType(RoleDto, ['name', 'description', 'type']) {
  /** All its permissions. */
  @ListOf(() => CodeRoleGrantDto, { optional: true, max: 2_000 })
  permissions?: CodeRoleGrantDto[];
}

/** What a folder of files describes. */
export class DesiredStateDto {
  /** Environments. */
  @ListOf(() => CodeEnvironmentDto, { optional: true, uniqueBy: 'name' })
  environments?: CodeEnvironmentDto[];
  /** Projects. */
  @ListOf(() => CodeProjectDto, { optional: true, uniqueBy: 'id' })
  projects?: CodeProjectDto[];
  /** Context fields. */
  @ListOf(() => CodeContextFieldDto, { optional: true, uniqueBy: 'name' })
  contextFields?: CodeContextFieldDto[];
  /** Segments. */
  @ListOf(() => CodeSegmentDto, { optional: true, uniqueBy: 'name' })
  segments?: CodeSegmentDto[];
  /** Tag types. */
  @ListOf(() => TagTypeDto, { optional: true, uniqueBy: 'name' })
  tagTypes?: TagTypeDto[];
  /** Tags. Those of features need not be listed. */
  @ListOf(() => TagDto, { optional: true })
  tags?: TagDto[];
  /** Roles that are not built in. */
  @ListOf(() => CodeRoleDto, { optional: true, uniqueBy: 'name' })
  roles?: CodeRoleDto[];
  /** Features, at most 5000. */
  @ListOf(() => CodeFeatureDto, { optional: true, max: MAX_ITEMS.features, uniqueBy: 'name' })
  features?: CodeFeatureDto[];
}
