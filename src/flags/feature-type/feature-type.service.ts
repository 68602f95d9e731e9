import { Injectable } from '@nestjs/common';
import type { Actor } from '../../core/event/actor.js';
import { UnitOfWork } from '../../core/event/unit-of-work.js';
import { NotFoundError } from '../../platform/errors/general.errors.js';
import { FeatureType } from './feature-type.entity.js';

import type { FeatureTypeResponse } from './feature-type.dto.js';
import { READ_IN_EVENT } from './feature-type.sql.js';

/** Changes feature types. */
@Injectable()
export class FeatureTypeService {
  constructor(private readonly unitOfWork: UnitOfWork) {}

  /**
   * Sets the lifetime in days; 0 and null for no limit.
   * @throws NotFoundError when there is no such type.
   */
  async setLifetime(id: string, days: number | null, actor: Actor): Promise<FeatureTypeResponse> {
    const lifetimeDays = days || null;
    return this.unitOfWork.run(actor, async (tx) => {
      await tx.lock({ featureTypes: { update: [id] } });
      const [found] = await tx.query(READ_IN_EVENT, [id]);
      if (!found) throw new NotFoundError(`There is no feature type "${id}".`);
      const preData = found.type;
      if (preData.lifetimeDays === lifetimeDays) return preData;
      await tx.repo(FeatureType).update({ id }, { lifetimeDays });
      const data = { ...preData, lifetimeDays };
      await tx.record({ type: 'feature-type-updated', data, preData });
      return data;
    });
  }
}
