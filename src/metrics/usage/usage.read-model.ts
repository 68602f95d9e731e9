import { Injectable } from '@nestjs/common';
import type { Caller } from '../../auth/caller/caller.js';
import { Database } from '../../database/database.js';
import type { Json } from '../../http/json.js';
import { wholeWithin } from '../../http/query-values.js';
import { RAW_USAGE, UNKNOWN_FEATURES, USAGE_SUMMARY } from './usage-read.sql.js';
import type {
  RawUsageResponse,
  UnknownFlagsResponse,
  UsageSummaryResponse,
} from './usage.response.js';

/**
 * How features have been used, as far as that has been written: what was reported within the last
 * seconds may not.
 */
@Injectable()
export class UsageReadModel {
  constructor(private readonly database: Database) {}

  /**
   * A feature's use, hour by hour. One that does not exist may have been asked for all the same;
   * one that is hidden from the caller was not.
   */
  async raw(
    feature: string,
    hoursBack: string | undefined,
    { hiddenProjects }: Caller,
  ): Promise<Json<RawUsageResponse>> {
    const [row] = await this.database.run(RAW_USAGE, [
      feature,
      wholeWithin(hoursBack, 1, 48, 24),
      hiddenProjects,
    ]);
    return row!.answer;
  }

  /** A feature's use within the last hour, and by which applications. */
  async summary(feature: string, { hiddenProjects }: Caller): Promise<Json<UsageSummaryResponse>> {
    const [row] = await this.database.run(USAGE_SUMMARY, [feature, hiddenProjects]);
    return row!.answer;
  }

  /** The features that applications ask for and that do not exist. */
  async unknownFeatures({ hiddenProjects }: Caller): Promise<Json<UnknownFlagsResponse>> {
    const [row] = await this.database.run(UNKNOWN_FEATURES, [hiddenProjects]);
    return row!.answer;
  }
}
