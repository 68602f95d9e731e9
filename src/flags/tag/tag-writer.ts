import { Injectable } from '@nestjs/common';
import { PermissionError } from '../../core/auth/caller/auth.errors.js';
import type { Caller } from '../../core/auth/caller/caller.js';
import type { DomainEvent } from '../../core/event/event.types.js';
import { keepRemoved } from '../../core/event/removed-parts.js';
import type { Tx } from '../../core/event/tx.js';
import { groupedBy } from '../../platform/database/grouped.js';
import { FeatureTag } from './tag.entity.js';
import type { TagDto, UpdateTagsDto } from './tag.dto.js';
import {
  ADD,
  CREATE,
  type CreatedTagRow,
  type FeatureTagRow,
  LOCK_TAGS,
  PROJECTS,
  REMOVE,
  UNTAG,
} from './tag.sql.js';

/** A feature to tag. */
interface Tagged {
  projectId: string;
  featureName: string;
}

/** Tags to add to and remove from some features of a project; a tag in both lists is removed. */
interface TagChange extends Readonly<{ [list in keyof UpdateTagsDto]: readonly TagDto[] }> {
  featureNames: readonly string[];
}

/**
 * Adds and removes tags of features, within a transaction that has locked the features. Changes
 * without effect record no event.
 */
@Injectable()
export class TagWriter {
  /**
   * Adds missing tags, creating them if necessary.
   * @throws BadDataError when a tag type is unknown.
   */
  add({ projectId, featureName }: Tagged, tags: readonly TagDto[], tx: Tx): Promise<void> {
    return this.change(projectId, [featureName], { addedTags: tags, removedTags: [] }, tx);
  }

  /** Removes a tag; a missing one is ignored. */
  async remove({ projectId, featureName }: Tagged, { type, value }: TagDto, tx: Tx): Promise<void> {
    const { affected } = await tx.repo(FeatureTag).delete({ featureName, type, value });
    if (affected) await tx.record(removalOf(projectId, { featureName, type, value }));
  }

  /**
   * Replaces the tags of features, by name.
   * @throws BadDataError when a tag type is unknown.
   */
  async putAll(
    projectId: string,
    wanted: ReadonlyMap<string, readonly TagDto[]>,
    tx: Tx,
  ): Promise<void> {
    const present = groupedBy(
      await tx.query(LOCK_TAGS, [[...wanted.keys()]]),
      (row) => row.featureName,
    );
    const changes = [...wanted].map(([featureName, tags]): TagChange => {
      const before = present.get(featureName) ?? [];
      return {
        featureNames: [featureName],
        addedTags: without(before, tags),
        removedTags: without(tags, before),
      };
    });
    await this.changeAll(projectId, changes, tx);
  }

  /**
   * Adds and removes tags of features of one project.
   * @throws BadDataError when a tag type is unknown.
   */
  async change(
    projectId: string,
    featureNames: readonly string[],
    tags: Omit<TagChange, 'featureNames'>,
    tx: Tx,
  ): Promise<void> {
    await this.changeAll(projectId, [{ featureNames, ...tags }], tx);
  }

  /**
   * Like {@link change}, with different changes per feature and a constant number of statements.
   * @throws BadDataError when a tag type is unknown.
   */
  async changeAll(projectId: string, changes: readonly TagChange[], tx: Tx): Promise<void> {
    const additions = groups(changes, ({ addedTags, removedTags }) =>
      without(removedTags, addedTags),
    );
    const removals = groups(changes, ({ removedTags }) => removedTags);
    const created =
      additions.length > 0
        ? await tx.query(CREATE, [
            JSON.stringify(additions),
            projectId,
            tx.actor.hiddenProjects ?? [],
          ])
        : [];
    const added = additions.length > 0 ? await tx.query(ADD, [JSON.stringify(additions)]) : [];
    const removed = removals.length > 0 ? await tx.query(REMOVE, [JSON.stringify(removals)]) : [];
    await tx.recordAll([
      ...created.map((tag) => creationOf(projectId, tag)),
      ...added.map((tag) => additionOf(projectId, tag)),
      ...removed.map((tag) => removalOf(projectId, tag)),
    ]);
  }
}

function creationOf(project: string, { type, value, isPrivate }: CreatedTagRow): DomainEvent {
  return { type: 'tag-created', ...(isPrivate ? { project } : {}), data: { type, value } };
}

function additionOf(project: string, { featureName, type, value }: FeatureTagRow): DomainEvent {
  return { type: 'feature-tagged', project, featureName, data: { type, value } };
}

function removalOf(project: string, { featureName, type, value }: FeatureTagRow): DomainEvent {
  return { type: 'feature-untagged', project, featureName, preData: { type, value } };
}

/** The tags that are not among others. */
function without(others: readonly TagDto[], tags: readonly TagDto[]): TagDto[] {
  const keyOf = ({ type, value }: TagDto): string => JSON.stringify([type, value]);
  const known = new Set(others.map(keyOf));
  return tags.filter((tag) => !known.has(keyOf(tag)));
}

/** Features with their tags, as parallel arrays for statements. */
function groups(
  changes: readonly TagChange[],
  tagsOf: (change: TagChange) => readonly TagDto[],
): { names: readonly string[]; tags: readonly TagDto[] }[] {
  return changes
    .map((change) => ({ names: change.featureNames, tags: tagsOf(change) }))
    .filter(({ names, tags }) => names.length > 0 && tags.length > 0);
}

/**
 * Checks that the caller may remove a tag, or all tags of a type, from every feature that carries
 * them, so that a permission for the instance gives no access to a project.
 * @throws PermissionError when not.
 */
export async function requireMayUntag(
  caller: Caller,
  { type, value }: { type: string; value?: string },
  tx: Tx,
): Promise<void> {
  if (caller.isUnlimited) return;
  const carriers = await tx.query(PROJECTS, [type, value ?? null]);
  if (!carriers.every(({ project }) => caller.may('UPDATE_FEATURE', { project })))
    throw new PermissionError(['UPDATE_FEATURE']);
}

/** A tag that was removed from a feature. */
interface RemovedTag {
  featureName: string;
  type: string;
  value: string;
}

/** Removes a locked tag, or all locked tags of a type, from all features. */
export function untag(
  { type, value }: { type: string; value?: string },
  tx: Tx,
): Promise<RemovedTag[]> {
  return tx.query(UNTAG, [type, value ?? null]);
}

/**
 * Stores from which features a tag or tag type was removed by its deletion. The deletion must be
 * recorded already.
 */
export async function keepUntagged(
  event: 'tag-deleted' | 'tag-type-deleted',
  removed: readonly RemovedTag[],
  tx: Tx,
): Promise<void> {
  const parts = removed.map(({ featureName, ...data }) => ({ featureName, data }));
  await keepRemoved(event, parts, tx);
}
