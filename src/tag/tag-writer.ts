import { Injectable } from '@nestjs/common';
import type { Tx } from '../event/tx.js';
import type { TagDto } from './tag.dto.js';

/** Where the tags go: a feature by its project and name. */
interface Tagged {
  projectId: string;
  featureName: string;
}

/** Puts tags on features and takes them off, within a transaction that has made sure of the feature. */
@Injectable()
export class TagWriter {
  /** Adds tags that the feature lacks, creating those that do not exist yet. @throws BadDataError when a tag type is unknown. */
  async add({ projectId, featureName }: Tagged, tags: readonly TagDto[], tx: Tx): Promise<void> {
    for (const { type, value } of tags) {
      const created = await tx.query(
        'INSERT INTO tag (type, value) VALUES ($1, $2) ON CONFLICT ON CONSTRAINT tag_pkey DO NOTHING RETURNING 1',
        [type, value],
      );
      if (created.length > 0) await tx.record({ type: 'tag-created', data: { type, value } });
      const added = await tx.query(
        'INSERT INTO feature_tag (feature_name, type, value) VALUES ($1, $2, $3) ON CONFLICT ON CONSTRAINT feature_tag_pkey DO NOTHING RETURNING 1',
        [featureName, type, value],
      );
      if (added.length > 0) await tx.record({ type: 'feature-tagged', project: projectId, featureName, data: { type, value } });
    }
  }

  /** Takes tags off the feature; those that it lacks are passed over. */
  async remove({ projectId, featureName }: Tagged, tags: readonly TagDto[], tx: Tx): Promise<void> {
    for (const { type, value } of tags) {
      const removed = await tx.query('DELETE FROM feature_tag WHERE feature_name = $1 AND type = $2 AND value = $3 RETURNING 1', [
        featureName,
        type,
        value,
      ]);
      if (removed.length > 0) await tx.record({ type: 'feature-untagged', project: projectId, featureName, preData: { type, value } });
    }
  }
}
