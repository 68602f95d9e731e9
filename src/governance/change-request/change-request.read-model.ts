import { Injectable } from '@nestjs/common';
import { placeFor } from '../../core/auth/current-caller.js';
import type { Caller } from '../../core/auth/caller/caller.js';
import type { ConnectionClass } from '../../platform/database/connection-gate.js';
import { Database } from '../../platform/database/database.js';
import type { Json } from '../../platform/http/json.js';
import type { RolePermission } from '../../platform/http/permission.js';
import {
  type ChangeRequestPageQuery,
  type ChangeRequestPlace,
  type ChangeRequestSearchQuery,
  type OpenChangeRequestPageQuery,
  type ScheduledChangeRequestPageQuery,
  statesOf,
} from './change-request.dto.js';
import type {
  ActionableChangeRequestsResponse,
  ChangeRequestCountResponse,
  ChangeRequestResponse,
  ChangeRequestSearchResponse,
  ReviewersResponse,
  ScheduledChangeRequestResponse,
} from './change-request.response.js';
import {
  COUNT,
  COUNT_ACTIONABLE,
  ENVIRONMENTS,
  LIST,
  LIST_OF_FEATURE,
  LIST_OF_USER,
  LIST_SCHEDULED,
  READ,
  READ_EXACTLY,
  REVIEWERS,
  SEARCH,
} from './change-request.sql.js';
import { MAY_HAVE_CHANGED } from './change-version.sql.js';
import { noChangeRequest } from './request-lock.js';

/** Reads change requests. Drafts are visible to their authors only. */
@Injectable()
export class ChangeRequestReadModel {
  constructor(private readonly database: Database) {}

  /** @throws NotFoundError when there is none that the caller may see. */
  async get(
    at: ChangeRequestPlace,
    caller: Caller,
    connections: ConnectionClass = 'general',
  ): Promise<Json<ChangeRequestResponse>> {
    const values = [at.projectId, at.id, caller.userId] as const;
    let [row] = await this.database.run(READ, values, connections);
    // After a restore only. A comment that says so costs a statement, no more.
    if (row?.request.includes(MAY_HAVE_CHANGED))
      [row] = await this.database.run(READ_EXACTLY, values, connections);
    if (!row) throw noChangeRequest(at);
    return row.request;
  }

  async list(
    project: string,
    { limit, offset }: ChangeRequestPageQuery,
    caller: Caller,
  ): Promise<Json<ChangeRequestResponse[]>> {
    const [row] = await this.database.run(LIST, [project, caller.userId, limit, offset]);
    return row!.requests;
  }

  /** The open change requests of the caller. */
  async listOfCaller(
    project: string,
    { limit, offset }: OpenChangeRequestPageQuery,
    caller: Caller,
  ): Promise<Json<ChangeRequestResponse[]>> {
    const [row] = await this.database.run(LIST_OF_USER, [project, caller.userId, limit, offset]);
    return row!.requests;
  }

  /** The open change requests that change a feature. */
  async listOfFeature(
    project: string,
    feature: string,
    { limit, offset }: OpenChangeRequestPageQuery,
    caller: Caller,
  ): Promise<Json<ChangeRequestResponse[]>> {
    const values = [project, caller.userId, limit, offset, feature] as const;
    const [row] = await this.database.run(LIST_OF_FEATURE, [...values]);
    return row!.requests;
  }

  /** The scheduled change requests of a project. */
  async listScheduled(
    project: string,
    { limit, offset }: ScheduledChangeRequestPageQuery,
  ): Promise<Json<ScheduledChangeRequestResponse[]>> {
    const [row] = await this.database.run(LIST_SCHEDULED, [project, limit, offset]);
    return row!.requests;
  }

  async count(project: string, caller: Caller): Promise<Json<ChangeRequestCountResponse>> {
    const [row] = await this.database.run(COUNT, [project, caller.userId]);
    return row!.counts;
  }

  /** How many change requests the caller can approve or apply. */
  async countActionable(
    project: string,
    caller: Caller,
  ): Promise<ActionableChangeRequestsResponse> {
    const environments = await this.database.run(ENVIRONMENTS, [project]);
    const where = (permission: RolePermission): string[] =>
      environments
        .map(({ environment }) => environment)
        .filter((one) => caller.may(permission, placeFor(caller, { project, environment: one })));
    const [row] = await this.database.run(COUNT_ACTIONABLE, [
      project,
      caller.userId,
      where('APPROVE_CHANGE_REQUEST'),
      where('APPLY_CHANGE_REQUEST'),
    ]);
    return { total: row!.total };
  }

  async search(
    { createdBy, requestedApproverId, state, feature, limit, offset }: ChangeRequestSearchQuery,
    caller: Caller,
  ): Promise<Json<ChangeRequestSearchResponse>> {
    const [row] = await this.database.run(SEARCH, [
      caller.userId,
      caller.hiddenProjects,
      idIn(createdBy),
      idIn(requestedApproverId),
      state === undefined ? null : statesOf(state),
      feature?.replace(/^IS:/, '') ?? null,
      limit,
      offset,
    ]);
    return row!.found;
  }

  /** @throws NotFoundError when there is no change request that the caller may see. */
  async reviewers(at: ChangeRequestPlace, caller: Caller): Promise<Json<ReviewersResponse>> {
    const [row] = await this.database.run(REVIEWERS, [at.projectId, at.id, caller.userId]);
    if (!row) throw noChangeRequest(at);
    return row.reviewers;
  }
}

function idIn(text: string | undefined): number | null {
  return text === undefined ? null : Number(text.replace(/^IS:/, ''));
}
