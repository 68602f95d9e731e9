import { Injectable } from '@nestjs/common';
import type { Caller } from '../../../core/auth/caller/caller.js';
import { Database } from '../../../platform/database/database.js';
import type { Json } from '../../../platform/http/json.js';
import { wholeWithin } from '../../../platform/http/query-values.js';
import { RAW_USAGE, UNKNOWN_FEATURES, USAGE_SUMMARY } from './usage-read.sql.js';
import type { RawUsageResponse, UnknownFlagsResponse, UsageSummaryResponse } from './usage.dto.js';

/** Reads stored usage; reports of the last seconds may not be stored yet. */
@Injectable()
export class UsageReadModel {
  constructor(private readonly database: Database) {}

  /** Hourly usage of a feature. Unknown features may have usage too; hidden ones have none. */
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

  /** Usage within the last hour, and the applications. */
  async summary(feature: string, { hiddenProjects }: Caller): Promise<Json<UsageSummaryResponse>> {
    const [row] = await this.database.run(USAGE_SUMMARY, [feature, hiddenProjects]);
    return row!.answer;
  }

  /** Features that applications evaluate but that do not exist. */
  async unknownFeatures({ hiddenProjects }: Caller): Promise<Json<UnknownFlagsResponse>> {
    const [row] = await this.database.run(UNKNOWN_FEATURES, [hiddenProjects]);
    return row!.answer;
  }
}
