import { Injectable } from '@nestjs/common';
import type { Actor } from '../../../core/event/actor.js';
import type { Tx } from '../../../core/event/tx.js';
import { UnitOfWork } from '../../../core/event/unit-of-work.js';
import { BadDataError, NotFoundError } from '../../../platform/errors/general.errors.js';
import type { Json } from '../../../platform/http/json.js';
import { TagWriter } from '../../tag/tag-writer.js';
import type {
  TagDto,
  TagListResponse,
  TagResponse,
  UpdateTagsDto,
  UpdateTagsOfFeaturesDto,
} from '../../tag/tag.dto.js';
import type { FeatureParams } from '../feature.dto.js';
import { archivedFeatureError, notFound } from '../feature.read-model.js';
import { FeatureTagReadModel, FIND_PROJECT } from './feature-tag.read-model.js';

/** Maximum tags added and removed per request, multiplied by the number of features. */
const MAX_CHANGES = 20_000;

/**
 * Adds and removes tags of features. All methods throw NotFoundError when the feature does not
 * exist, ArchivedFeatureError when it is archived, and BadDataError when the tag type is unknown.
 */
@Injectable()
export class FeatureTagService {
  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly writer: TagWriter,
    private readonly reads: FeatureTagReadModel,
  ) {}

  /** Adds and returns a tag. Does nothing when the feature has it. */
  async add(featureName: string, tag: TagDto, actor: Actor): Promise<TagResponse> {
    await this.unitOfWork.run(actor, async (tx) =>
      this.writer.add(await lockByName(tx, featureName), [tag], tx),
    );
    return tag;
  }

  /** Changes the tags of a feature, and returns the resulting tags. */
  async change(
    featureName: string,
    tags: UpdateTagsDto,
    actor: Actor,
  ): Promise<Json<TagListResponse>> {
    await this.unitOfWork.run(actor, async (tx) => {
      const { projectId } = await lockByName(tx, featureName);
      await this.writer.change(projectId, [featureName], tags, tx);
    });
    return this.reads.list(featureName);
  }

  /** Removes a tag. Does nothing when the feature does not have it. */
  async remove(featureName: string, tag: TagDto, actor: Actor): Promise<void> {
    await this.unitOfWork.run(actor, async (tx) =>
      this.writer.remove(await lockByName(tx, featureName), tag, tx),
    );
  }

  /**
   * Changes the tags of several features of a project, all or none.
   * @throws NotFoundError when there is no such project.
   */
  async changeAll(
    projectId: string,
    { features, tags }: UpdateTagsOfFeaturesDto,
    actor: Actor,
  ): Promise<void> {
    const names = [...new Set(features)];
    requireFew(names.length * (tags.addedTags.length + tags.removedTags.length));
    await this.unitOfWork.run(actor, async (tx) => {
      await lockAll(tx, projectId, names);
      await this.writer.change(projectId, names, tags, tx);
    });
  }
}

/** @throws BadDataError when there are too many changes. */
function requireFew(changes: number): void {
  if (changes <= MAX_CHANGES) return;
  throw new BadDataError(
    `Features times tags are ${changes} changes; one request can make at most ${MAX_CHANGES}. ` +
      'Send several requests.',
  );
}

/** Locks a live feature against archiving and deletion until the transaction ends. */
async function lockByName(tx: Tx, featureName: string): Promise<FeatureParams> {
  const [found] = (await tx.lock({ features: { share: [featureName] } })).features;
  if (!found) throw new NotFoundError(`There is no feature "${featureName}".`);
  if (found.archived) throw archivedFeatureError(featureName);
  return { projectId: found.project, featureName };
}

/** The same for several features of a project. */
async function lockAll(tx: Tx, projectId: string, names: readonly string[]): Promise<void> {
  const [project] = await tx.query(FIND_PROJECT, [projectId]);
  if (!project) throw new NotFoundError(`There is no project "${projectId}".`);
  const { features } = await tx.lock({ features: { share: names } });
  const found = features.filter(({ project }) => project === projectId);
  const known = new Set(found.map((feature) => feature.name));
  const missing = names.find((name) => !known.has(name));
  if (missing !== undefined) throw notFound({ projectId, featureName: missing });
  const inArchive = found.find((feature) => feature.archived);
  if (inArchive) throw archivedFeatureError(inArchive.name);
}
