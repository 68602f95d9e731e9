import { Injectable } from '@nestjs/common';
import type { DomainEvent } from '../event/event.types.js';
import type { Tx } from '../event/tx.js';
import { isHiddenTag } from '../auth/permissions/hidden.sql.js';
import { groupedBy } from '../database/grouped.js';
import type { TagDto, UpdateTagsDto } from './tag.dto.js';

/** Where the tags go: a feature by its project and name. */
interface Tagged {
  projectId: string;
  featureName: string;
}

interface FeatureTagRow extends TagDto {
  featureName: string;
}

interface CreatedTagRow extends TagDto {
  /** Whether it was made for a private project, to which its event belongs then. */
  isPrivate: boolean;
}

/** What changes for some features of a project; a tag in both lists is taken off. */
export interface TagChange extends Readonly<{ [list in keyof UpdateTagsDto]: readonly TagDto[] }> {
  featureNames: readonly string[];
}

// All rows are written in one order, so that two who write the same ones wait for each other
// instead of blocking each other.
const TAGS =
  'jsonb_to_recordset($1) AS g(names jsonb, tags jsonb), jsonb_to_recordset(g.tags) AS t(type text, value text)';
/**
 * $2 project, $3 projects that are hidden from the actor: a tag that is private to them is made for
 * all, and answered as if it were new.
 */
const CREATE = /* sql */ `
  INSERT INTO tag (type, value, project) SELECT DISTINCT t.type, t.value, $2 FROM ${TAGS} ORDER BY 1, 2
  ON CONFLICT ON CONSTRAINT tag_pkey DO UPDATE SET project = NULL WHERE ${isHiddenTag('tag', '$3::text[]')}
  RETURNING type, value, EXISTS (SELECT FROM project p WHERE p.id = tag.project AND p.mode = 'private') AS "isPrivate"`;
const ADD = /* sql */ `
  INSERT INTO feature_tag (feature_name, type, value)
  SELECT DISTINCT f.name, t.type, t.value FROM ${TAGS}, jsonb_array_elements_text(g.names) AS f(name) ORDER BY 1, 2, 3
  ON CONFLICT ON CONSTRAINT feature_tag_pkey DO NOTHING RETURNING feature_name AS "featureName", type, value`;
const REMOVE = /* sql */ `
  DELETE FROM feature_tag ft USING ${TAGS}, jsonb_array_elements_text(g.names) AS f(name)
   WHERE ft.feature_name = f.name AND ft.type = t.type AND ft.value = t.value
  RETURNING ft.feature_name AS "featureName", ft.type, ft.value`;

/**
 * Puts tags on features and takes them off, within a transaction that has made sure of the
 * features. What changes nothing is not recorded.
 */
@Injectable()
export class TagWriter {
  /**
   * Adds tags that the feature lacks, creating those that do not exist yet. @throws BadDataError
   * when a tag type is unknown.
   */
  add({ projectId, featureName }: Tagged, tags: readonly TagDto[], tx: Tx): Promise<void> {
    return this.change(projectId, [featureName], { addedTags: tags, removedTags: [] }, tx);
  }

  /** Takes tags off the feature; those that it lacks are passed over. */
  remove({ projectId, featureName }: Tagged, tags: readonly TagDto[], tx: Tx): Promise<void> {
    return this.change(projectId, [featureName], { addedTags: [], removedTags: tags }, tx);
  }

  /**
   * Gives features these tags and no others, by their names. @throws BadDataError when a tag type
   * is unknown.
   */
  async putAll(
    projectId: string,
    wanted: ReadonlyMap<string, readonly TagDto[]>,
    tx: Tx,
  ): Promise<void> {
    const sql =
      'SELECT feature_name AS "featureName", type, value FROM feature_tag WHERE feature_name = ANY ($1)';
    const present = groupedBy(
      await tx.query<FeatureTagRow>(sql, [[...wanted.keys()]]),
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
   * Adds tags to features of one project and takes others off them. @throws BadDataError when a tag
   * type is unknown.
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
   * As {@link change}, for features that are to change differently. The number of statements does
   * not grow with that of features and tags.
   * @throws BadDataError when a tag type is unknown.
   */
  async changeAll(projectId: string, changes: readonly TagChange[], tx: Tx): Promise<void> {
    const additions = groups(changes, ({ addedTags, removedTags }) =>
      without(removedTags, addedTags),
    );
    const removals = groups(changes, ({ removedTags }) => removedTags);
    const created =
      additions.length > 0
        ? await tx.query<CreatedTagRow>(CREATE, [
            JSON.stringify(additions),
            projectId,
            tx.actor.hiddenProjects ?? [],
          ])
        : [];
    const added =
      additions.length > 0 ? await tx.query<FeatureTagRow>(ADD, [JSON.stringify(additions)]) : [];
    const removed =
      removals.length > 0 ? await tx.query<FeatureTagRow>(REMOVE, [JSON.stringify(removals)]) : [];
    await tx.recordAll([
      ...created.map(({ type, value, isPrivate }): DomainEvent => {
        return {
          type: 'tag-created',
          ...(isPrivate ? { project: projectId } : {}),
          data: { type, value },
        };
      }),
      ...added.map(({ featureName, type, value }): DomainEvent => {
        return { type: 'feature-tagged', project: projectId, featureName, data: { type, value } };
      }),
      ...removed.map(({ featureName, type, value }): DomainEvent => {
        return {
          type: 'feature-untagged',
          project: projectId,
          featureName,
          preData: { type, value },
        };
      }),
    ]);
  }
}

/** Those of some tags that are not among others. */
function without(others: readonly TagDto[], tags: readonly TagDto[]): TagDto[] {
  const keyOf = ({ type, value }: TagDto): string => JSON.stringify([type, value]);
  const known = new Set(others.map(keyOf));
  return tags.filter((tag) => !known.has(keyOf(tag)));
}

/** Features, and tags for each of them, as the statements take them. */
function groups(
  changes: readonly TagChange[],
  tagsOf: (change: TagChange) => readonly TagDto[],
): { names: readonly string[]; tags: readonly TagDto[] }[] {
  return changes
    .map((change) => ({ names: change.featureNames, tags: tagsOf(change) }))
    .filter(({ names, tags }) => names.length > 0 && tags.length > 0);
}
