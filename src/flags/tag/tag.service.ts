import { Injectable } from '@nestjs/common';
import type { Caller } from '../../core/auth/caller/caller.js';
import type { Actor } from '../../core/event/actor.js';
import { UnitOfWork } from '../../core/event/unit-of-work.js';
import type { CreateTagDto, OneTagResponse, TagParams } from './tag.dto.js';
import { Tag } from './tag.entity.js';
import { keepUntagged, requireMayUntag, untag } from './tag-writer.js';
import { ADOPT, LOCK } from './tag.sql.js';

/** Creates and deletes tags. */
@Injectable()
export class TagService {
  constructor(private readonly unitOfWork: UnitOfWork) {}

  /**
   * @throws NameExistsError when the tag exists.
   * @throws BadDataError when the tag type does not exist.
   */
  async create({ type, value }: CreateTagDto, actor: Actor): Promise<OneTagResponse> {
    const tag = { value, type };
    await this.unitOfWork.run(actor, async (tx) => {
      const hidden = actor.hiddenProjects ?? [];
      const adopted = hidden.length > 0 ? await tx.query(ADOPT, [type, value, hidden]) : [];
      if (adopted.length === 0) await tx.repo(Tag).insert(tag);
      await tx.record({ type: 'tag-created', data: tag });
    });
    return { version: 1, tag };
  }

  /**
   * Creates a tag that was deleted, for the private project that it belonged to, if any.
   * @throws NameExistsError, BadDataError as {@link create}.
   */
  async restore(
    { type, value }: CreateTagDto,
    project: string | null,
    actor: Actor,
  ): Promise<void> {
    await this.unitOfWork.run(actor, async (tx) => {
      await tx.repo(Tag).insert({ type, value, project });
      await tx.record({ type: 'tag-created', ...inProject(project), data: { type, value } });
    });
  }

  /**
   * Deletes a tag, and removes it from features. Does nothing when it does not exist.
   * @throws PermissionError as {@link requireMayUntag}.
   */
  async delete({ type, value }: TagParams, caller: Caller): Promise<void> {
    await this.unitOfWork.run(caller, async (tx) => {
      const [found] = await tx.query(LOCK, [type, value, caller.hiddenProjects]);
      if (!found) return;
      await requireMayUntag(caller, { type, value }, tx);
      const removed = await untag({ type, value }, tx);
      await tx.repo(Tag).delete({ type, value });
      await tx.record({ type: 'tag-deleted', ...inProject(found.project), data: { type, value } });
      await keepUntagged('tag-deleted', removed, tx);
    });
  }
}

function inProject(project: string | null): { project?: string } {
  return project === null ? {} : { project };
}
