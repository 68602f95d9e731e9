import { Injectable } from '@nestjs/common';
import type { Caller, TokenCaller } from '../../../core/auth/caller/caller.js';
import { Database } from '../../../platform/database/database.js';
import { BackgroundJobs } from '../../../platform/database/jobs/background-jobs.js';
import { UnitOfWork } from '../../../core/event/unit-of-work.js';
import type { Json } from '../../../platform/http/json.js';
import type { EdgePageQuery, EdgesResponse } from './edge.dto.js';
import { ADD_NEW, FORGET, LIST, UPDATE_KNOWN } from './edge.sql.js';
import { readEdges } from './edge-report.js';

const FORGET_EVERY_MS = 60 * 60_000;

/** Keeps what edges report about themselves, which only tells operators how they are. */
@Injectable()
export class EdgeService {
  constructor(
    private readonly database: Database,
    private readonly unitOfWork: UnitOfWork,
    jobs: BackgroundJobs,
  ) {
    jobs.add({
      name: 'edge-cleanup',
      everyMs: FORGET_EVERY_MS,
      run: async () => void (await database.run(FORGET)),
    });
  }

  /**
   * Stores the report of an edge. Edges are told apart within the environment of the token. Only
   * reports of new edges wait for each other, so that their number stays within the limit.
   * @throws BadDataError when the body is invalid.
   */
  async report(body: unknown, caller: Caller): Promise<void> {
    const edges = readEdges(body);
    const { environment = '*' } = caller as TokenCaller;
    const values = [environment, JSON.stringify(edges)] as const;
    const [row] = await this.database.run(UPDATE_KNOWN, [...values]);
    if (!row!.hasNew || !row!.hasRoom) return;
    await this.unitOfWork.run(caller, async (tx) => {
      await tx.lockName('edgeQuotas', `edges of ${environment}`);
      await tx.query(ADD_NEW, [...values]);
    });
  }

  async list({ limit, offset }: EdgePageQuery): Promise<Json<EdgesResponse>> {
    const [row] = await this.database.run(LIST, [limit, offset]);
    return row!.edges;
  }
}
