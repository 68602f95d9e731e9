import { Injectable } from '@nestjs/common';
import type { DomainEvent } from '../event/event.types.js';
import type { Tx } from '../event/tx.js';
import type { TagDto, UpdateTagsDto } from './tag.dto.js';

/** Where the tags go: a feature by its project and name. */
interface Tagged {
  projectId: string;
  featureName: string;
}

interface FeatureTagRow extends TagDto {
  featureName: string;
}

// All rows are written in one order, so that two who write the same ones wait for each other instead of blocking each other.
const TAGS = 'jsonb_to_recordset($1) AS t(type text, value text)';
const CREATE = /* sql */ `
  INSERT INTO tag (type, value) SELECT DISTINCT t.type, t.value FROM ${TAGS} ORDER BY 1, 2
  ON CONFLICT ON CONSTRAINT tag_pkey DO NOTHING RETURNING type, value`;
const ADD = /* sql */ `
  INSERT INTO feature_tag (feature_name, type, value) SELECT DISTINCT f.name, t.type, t.value FROM ${TAGS}, unnest($2::text[]) AS f(name) ORDER BY 1, 2, 3
  ON CONFLICT ON CONSTRAINT feature_tag_pkey DO NOTHING RETURNING feature_name AS "featureName", type, value`;
const REMOVE = /* sql */ `
  DELETE FROM feature_tag ft USING ${TAGS} WHERE ft.type = t.type AND ft.value = t.value AND ft.feature_name = ANY ($2::text[])
  RETURNING ft.feature_name AS "featureName", ft.type, ft.value`;

/** Puts tags on features and takes them off, within a transaction that has made sure of the features. What changes nothing is not recorded. */
@Injectable()
export class TagWriter {
  /** Adds tags that the feature lacks, creating those that do not exist yet. @throws BadDataError when a tag type is unknown. */
  add({ projectId, featureName }: Tagged, tags: readonly TagDto[], tx: Tx): Promise<void> {
    return this.change(projectId, [featureName], { addedTags: tags, removedTags: [] }, tx);
  }

  /** Takes tags off the feature; those that it lacks are passed over. */
  remove({ projectId, featureName }: Tagged, tags: readonly TagDto[], tx: Tx): Promise<void> {
    return this.change(projectId, [featureName], { addedTags: [], removedTags: tags }, tx);
  }

  /** Gives the feature these tags and no others. @throws BadDataError when a tag type is unknown. */
  async put({ projectId, featureName }: Tagged, tags: readonly TagDto[], tx: Tx): Promise<void> {
    const before = await tx.query<TagDto>('SELECT type, value FROM feature_tag WHERE feature_name = $1', [featureName]);
    const removedTags = before.filter((one) => !tags.some((tag) => tag.type === one.type && tag.value === one.value));
    const addedTags = tags.filter((one) => !before.some((tag) => tag.type === one.type && tag.value === one.value));
    await this.change(projectId, [featureName], { addedTags, removedTags }, tx);
  }

  /**
   * Adds tags to features of one project and takes others off them; a tag in both lists is taken off. The number of statements does not grow with
   * that of features and tags. @throws BadDataError when a tag type is unknown.
   */
  async change(projectId: string, featureNames: readonly string[], tags: Readonly<Changes>, tx: Tx): Promise<void> {
    if (featureNames.length === 0) return;
    const kept = tags.addedTags.filter((tag) => !tags.removedTags.some((other) => other.type === tag.type && other.value === tag.value));
    const created = kept.length > 0 ? await tx.query<TagDto>(CREATE, [JSON.stringify(kept)]) : [];
    const added = kept.length > 0 ? await tx.query<FeatureTagRow>(ADD, [JSON.stringify(kept), featureNames]) : [];
    const removed =
      tags.removedTags.length > 0 ? await tx.query<FeatureTagRow>(REMOVE, [JSON.stringify(tags.removedTags), featureNames]) : [];
    await tx.record(
      ...created.map(({ type, value }): DomainEvent => ({ type: 'tag-created', data: { type, value } })),
      ...added.map(({ featureName, type, value }): DomainEvent => {
        return { type: 'feature-tagged', project: projectId, featureName, data: { type, value } };
      }),
      ...removed.map(({ featureName, type, value }): DomainEvent => {
        return { type: 'feature-untagged', project: projectId, featureName, preData: { type, value } };
      }),
    );
  }
}

type Changes = { [list in keyof UpdateTagsDto]: readonly TagDto[] };
