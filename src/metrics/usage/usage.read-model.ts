import { Injectable } from '@nestjs/common';
import { Database } from '../../database/database.js';
import type { Json } from '../../http/json.js';
import { wholeWithin } from '../../http/query-values.js';
import { RAW_USAGE, UNKNOWN_FEATURES, USAGE_SUMMARY } from './usage-read.sql.js';
import type { RawUsageResponse, UnknownFlagsResponse, UsageSummaryResponse } from './usage.response.js';

/** How features have been used, as far as that has been written: what was reported within the last seconds may not. */
@Injectable()
export class UsageReadModel {
  constructor(private readonly database: Database) {}

  /** A feature's use, hour by hour. One that does not exist may have been asked for all the same. */
  async raw(feature: string, hoursBack: string | undefined): Promise<Json<RawUsageResponse>> {
    const [row] = await this.database.run<{ answer: string }>(RAW_USAGE, [feature, wholeWithin(hoursBack, 1, 48, 24)]);
    return row!.answer;
  }

  /** A feature's use within the last hour, and by which applications. */
  async summary(feature: string): Promise<Json<UsageSummaryResponse>> {
    const [row] = await this.database.run<{ answer: string }>(USAGE_SUMMARY, [feature]);
    return row!.answer;
  }

  /** The features that applications ask for and that do not exist. */
  async unknownFeatures(): Promise<Json<UnknownFlagsResponse>> {
    const [row] = await this.database.run<{ answer: string }>(UNKNOWN_FEATURES);
    return row!.answer;
  }
}
