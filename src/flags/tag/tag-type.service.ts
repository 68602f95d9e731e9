import { Injectable } from '@nestjs/common';
import type { Caller } from '../../core/auth/caller/caller.js';
import type { Actor } from '../../core/event/actor.js';
import type { Tx } from '../../core/event/tx.js';
import { UnitOfWork } from '../../core/event/unit-of-work.js';
import { NotFoundError } from '../../platform/errors/general.errors.js';
import { TagType } from './tag.entity.js';
import { keepUntagged, requireMayUntag, untag } from './tag-writer.js';
import { DELETE, LOCK_TAGS_OF_TYPE } from './tag.sql.js';
import type {
  SentTagTypeResponse,
  TagTypeDto,
  UpdateTagTypeDto,
  ValidTagTypeResponse,
} from './tag.dto.js';
import { TagReadModel } from './tag.read-model.js';

/** Creates, changes and deletes tag types. */
@Injectable()
export class TagTypeService {
  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly reads: TagReadModel,
  ) {}

  /**
   * Checks whether a tag type can be created.
   * @throws NameExistsError when the name is taken.
   */
  async validate(dto: TagTypeDto): Promise<ValidTagTypeResponse> {
    await this.reads.requireFree(dto.name);
    return { valid: true, tagType: dto };
  }

  /**
   * Creates a tag type and returns the request (reference behaviour).
   * @throws NameExistsError when the name is taken.
   */
  async create(dto: TagTypeDto, actor: Actor): Promise<SentTagTypeResponse> {
    await this.unitOfWork.run(actor, (tx) => this.add(dto, tx));
    return dto;
  }

  /** Creates a tag type within a transaction. @throws NameExistsError when the name is taken. */
  async add(dto: TagTypeDto, tx: Tx): Promise<void> {
    await tx.repo(TagType).insert({ ...dto });
    await tx.record({ type: 'tag-type-created', data: dto });
  }

  /**
   * Changes the given properties.
   * @throws NotFoundError when the tag type does not exist.
   */
  async update(name: string, dto: UpdateTagTypeDto, actor: Actor): Promise<void> {
    await this.unitOfWork.run(actor, async (tx) => {
      const [before] = (await tx.lock({ tagTypes: { noKeyUpdate: [name] } })).tagTypes;
      if (!before) throw missing(name);
      const after = { ...before, ...dto };
      if (after.description === before.description && after.icon === before.icon) return;
      await tx.repo(TagType).update({ name }, { description: after.description, icon: after.icon });
      await tx.record({ type: 'tag-type-updated', data: { name, ...dto } });
    });
  }

  /**
   * Deletes a tag type with its tags, and removes them from features.
   * @throws NotFoundError when it does not exist.
   * @throws PermissionError as {@link requireMayUntag}.
   */
  async delete(name: string, caller: Caller): Promise<void> {
    await this.unitOfWork.run(caller, async (tx) => {
      await tx.lock({ tagTypes: { update: [name] } });
      await tx.query(LOCK_TAGS_OF_TYPE, [name]);
      await requireMayUntag(caller, { type: name }, tx);
      const removed = await untag({ type: name }, tx);
      const [deleted] = await tx.query(DELETE, [name]);
      if (!deleted) throw missing(name);
      await tx.record({ type: 'tag-type-deleted', preData: deleted });
      await keepUntagged('tag-type-deleted', removed, tx);
    });
  }
}

function missing(name: string): NotFoundError {
  return new NotFoundError(`There is no tag type "${name}".`);
}
