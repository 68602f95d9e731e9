import { Injectable } from '@nestjs/common';
import type { Caller } from '../access/caller.js';
import type { Actor } from '../event/actor.js';
import { UnitOfWork } from '../event/unit-of-work.js';
import type { CreateTagDto } from './tag.dto.js';
import { Tag } from './tag.entity.js';
import { requireMayUntag } from './untagging.js';
import type { TagParams } from './tag.params.js';
import type { OneTagResponse } from './tag.response.js';

/** Creates and deletes tags. */
@Injectable()
export class TagService {
  constructor(private readonly unitOfWork: UnitOfWork) {}

  /** @throws NameExistsError when there is such a tag already. @throws BadDataError when there is no such tag type. */
  async create({ type, value }: CreateTagDto, actor: Actor): Promise<OneTagResponse> {
    const tag = { value, type };
    await this.unitOfWork.run(actor, async (tx) => {
      await tx.repo(Tag).insert(tag);
      await tx.record({ type: 'tag-created', data: tag });
    });
    return { version: 1, tag };
  }

  /** Deletes a tag, and takes it off the features that carry it. Nothing to do when there is no such tag. @throws PermissionError as {@link requireMayUntag}. */
  async delete({ type, value }: TagParams, caller: Caller): Promise<void> {
    await this.unitOfWork.run(caller, async (tx) => {
      await requireMayUntag(caller, { type, value }, tx);
      const { affected } = await tx.repo(Tag).delete({ type, value });
      if (affected) await tx.record({ type: 'tag-deleted', data: { type, value } });
    });
  }
}
