import { Injectable } from '@nestjs/common';
import { Database } from '../../platform/database/database.js';
import { csvOf } from '../../platform/http/csv.js';
import { refuseFilter, startOfDay } from '../../platform/http/filter.js';
import type { Json } from '../../platform/http/json.js';
import type { ConnectionsResponse, TrafficQuery, TrafficResponse } from './traffic.dto.js';
import { READ_CONNECTIONS, READ_REQUESTS } from './traffic.sql.js';

const DAY_MS = 86_400_000;
/** Upper bound on the days of a response. */
const MAX_DAYS = { daily: 366, monthly: 1830 };

/** Reads how much the instance is used. */
@Injectable()
export class TrafficReadModel {
  constructor(private readonly database: Database) {}

  /** @throws BadDataError when the days are invalid or too many. */
  async requests(query: TrafficQuery): Promise<Json<TrafficResponse>> {
    const [row] = await this.database.run(READ_REQUESTS, rangeOf(query));
    return row!.answer;
  }

  /** @throws BadDataError as {@link requests}. */
  async connections(query: TrafficQuery): Promise<Json<ConnectionsResponse>> {
    const [row] = await this.database.run(READ_CONNECTIONS, rangeOf(query));
    return row!.answer;
  }

  /** The requests as CSV, a line for each period, API and outcome. */
  async requestsCsv(query: TrafficQuery): Promise<string> {
    const { apiData } = JSON.parse(await this.requests(query)) as TrafficResponse;
    const rows = apiData.flatMap(({ apiPath, dataPoints }) =>
      dataPoints.flatMap(({ period, trafficTypes }) =>
        trafficTypes.map(({ group, count }) => ({ period, apiPath, group, count })),
      ),
    );
    return csvOf(['period', 'apiPath', 'group', 'count'], rows);
  }

  /** The connections as CSV, a line for each period and kind. */
  async connectionsCsv(query: TrafficQuery): Promise<string> {
    const { apiData } = JSON.parse(await this.connections(query)) as ConnectionsResponse;
    const rows = apiData.flatMap(({ meteredGroup, dataPoints }) =>
      dataPoints.map(({ period, connections }) => ({ period, meteredGroup, connections })),
    );
    return csvOf(['period', 'meteredGroup', 'connections'], rows);
  }
}

function rangeOf({ grouping, from, to }: TrafficQuery): [string, string, string] {
  const [first, last] = [startOfDay('from', from), startOfDay('to', to)];
  if (last < first) refuseFilter('to', 'the day in from or a later one');
  if ((last - first) / DAY_MS >= MAX_DAYS[grouping])
    refuseFilter('to', `less than ${MAX_DAYS[grouping]} days after from`);
  return [grouping, from, to];
}
