import { Injectable } from '@nestjs/common';
import { RoleService } from '../../access/roles/role/role.service.js';
import type { RoleDto } from '../../access/roles/role/role.dto.js';
import type { Caller } from '../../core/auth/caller/caller.js';
import { ContextFieldService } from '../../flags/context-field/context-field.service.js';
import { EnvironmentRemovalService } from '../../flags/environment/environment-removal.service.js';
import { EnvironmentService } from '../../flags/environment/environment.service.js';
import { ProjectEnvironmentService } from '../../flags/project-contents/project-environment.service.js';
import { ProjectArchiveService } from '../../flags/project/project-archive.service.js';
import { ProjectService } from '../../flags/project/project.service.js';
import type { SegmentDto } from '../../flags/segment/segment.dto.js';
import { SegmentService } from '../../flags/segment/segment.service.js';
import type { TagDto } from '../../flags/tag/tag.dto.js';
import { TagTypeService } from '../../flags/tag/tag-type.service.js';
import { TagService } from '../../flags/tag/tag.service.js';
import type { ThingChange } from './comparison.js';
import type {
  CodeContextFieldDto,
  CodeEnvironmentDto,
  CodeProjectDto,
} from './desired-state.dto.js';
import type { PresentThing } from './present-state.js';
import type { DesiredThing, ThingKind } from './things.js';

/** How things of a kind are created, changed and removed. */
interface Ways {
  create: (desired: DesiredThing, caller: Caller) => Promise<unknown>;
  change: (present: PresentThing, desired: DesiredThing, caller: Caller) => Promise<unknown>;
  remove: (present: PresentThing, caller: Caller) => Promise<unknown>;
}

/** Carries out the changes of things other than features, with the single operations. */
@Injectable()
export class ThingCarrier {
  private readonly ways: Readonly<Record<ThingKind, Ways>> = {
    environment: {
      create: (desired, caller) => this.environments.create(wish(desired), caller),
      change: async ({ name }, desired, caller) => {
        const { type, sortOrder, enabled } = wish<CodeEnvironmentDto>(desired);
        if (type !== undefined || sortOrder !== undefined)
          await this.environments.update(name as string, { type, sortOrder } as object, caller);
        if (enabled !== undefined)
          await this.environments.setEnabled(name as string, enabled, caller);
      },
      remove: ({ name }, caller) => this.removals.remove(name as string, caller),
    },
    project: {
      create: async (desired, caller) => {
        const { featureNaming, linkTemplates, ...dto } = wish<CodeProjectDto>(desired);
        await this.projects.create(dto, caller);
        await this.setUp(dto.id, { featureNaming, linkTemplates }, caller);
      },
      change: (present, desired, caller) =>
        this.changeProject(present, wish<CodeProjectDto>(desired), caller),
      remove: ({ id }, caller) => this.archives.archive(id as string, caller),
    },
    tagType: {
      create: (desired, caller) => this.tagTypes.create(wish(desired), caller),
      change: ({ name }, { description, icon }, caller) =>
        this.tagTypes.update(name as string, definite({ description, icon }), caller),
      remove: ({ name }, caller) => this.tagTypes.delete(name as string, caller),
    },
    contextField: {
      create: (desired, caller) => {
        const { project = null, ...dto } = wish<CodeContextFieldDto>(desired);
        return this.fields.create(dto, project, caller);
      },
      change: (present, desired, caller) => {
        const { project, ...field } = { ...present, ...definite(desired) } as never as Field;
        return this.fields.restoreProperties(
          project === null ? field : { ...field, project },
          caller,
        );
      },
      remove: ({ name, project }, caller) =>
        this.fields.delete({ name: name as string, project: project as string | null }, caller),
    },
    segment: {
      create: (desired, caller) => this.segments.create(wish<SegmentDto>(desired), caller),
      change: ({ id, name, constraints }, desired, caller) =>
        this.segments.update(
          id as number,
          { name, constraints, ...definite(desired) } as never as SegmentDto,
          caller,
        ),
      remove: ({ id }, caller) => this.segments.delete(id as number, caller),
    },
    tag: {
      create: (desired, caller) => this.tags.create(wish<TagDto>(desired), caller),
      change: () => Promise.resolve(),
      remove: (present, caller) => this.tags.delete(wish<TagDto>(present), caller),
    },
    role: {
      create: (desired, caller) => this.roles.create(wish<RoleDto>(desired), caller),
      change: ({ id }, desired, caller) =>
        this.roles.update(id as number, wish<RoleDto>(desired), caller),
      remove: ({ id }, caller) => this.roles.delete(id as number, caller),
    },
  };

  constructor(
    private readonly environments: EnvironmentService,
    private readonly removals: EnvironmentRemovalService,
    private readonly projects: ProjectService,
    private readonly places: ProjectEnvironmentService,
    private readonly archives: ProjectArchiveService,
    private readonly tagTypes: TagTypeService,
    private readonly fields: ContextFieldService,
    private readonly segments: SegmentService,
    private readonly tags: TagService,
    private readonly roles: RoleService,
  ) {}

  /** Creates or changes a thing. @throws the errors of the single operation. */
  async write({ kind, action, desired, present }: ThingChange, caller: Caller): Promise<void> {
    if (action === 'create') await this.ways[kind].create(desired!, caller);
    if (action === 'change') await this.ways[kind].change(present!, desired!, caller);
  }

  /** Deletes a thing, or archives a project. @throws the errors of the single operation. */
  async remove({ kind, present }: ThingChange, caller: Caller): Promise<void> {
    await this.ways[kind].remove(present!, caller);
  }

  private async changeProject(
    present: PresentThing,
    { id, environments, featureNaming, linkTemplates, ...dto }: CodeProjectDto,
    caller: Caller,
  ): Promise<void> {
    await this.projects.update(id, dto, caller);
    await this.setUp(id, { featureNaming, linkTemplates }, caller);
    if (!environments) return;
    const before = (present['places'] as { name: string }[]).map(({ name }) => name);
    for (const name of environments)
      if (!before.includes(name)) await this.places.add(id, { environment: name }, caller);
    for (const name of before)
      if (!environments.includes(name)) await this.places.remove(id, name, caller);
  }

  private async setUp(
    id: string,
    { featureNaming, linkTemplates }: Pick<CodeProjectDto, 'featureNaming' | 'linkTemplates'>,
    caller: Caller,
  ): Promise<void> {
    const settings = {
      ...(featureNaming === undefined ? {} : { featureNaming: featureNaming ?? NO_NAMING }),
      ...(linkTemplates === undefined ? {} : { linkTemplates }),
    };
    if (Object.keys(settings).length > 0) await this.projects.updateSettings(id, settings, caller);
  }
}

const NO_NAMING = { pattern: null };

type Field = Parameters<ContextFieldService['restoreProperties']>[0] & { project: string | null };

/** A thing whose kind tells its type: its properties were validated as those of the kind. */
const wish = <T extends object>(thing: DesiredThing | PresentThing): T =>
  ({ ...thing }) as never as T;

/** The properties that are given. */
function definite(values: Readonly<Record<string, unknown>>): Record<string, never> {
  return Object.fromEntries(
    Object.entries(values).filter(([, value]) => value !== undefined),
  ) as Record<string, never>;
}
