import { Body, Controller, Get, Param, Post, Put, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { CurrentCaller } from '../../core/auth/current-caller.js';
import type { Caller } from '../../core/auth/caller/caller.js';
import { Endpoint } from '../../platform/http/endpoint.js';
import type { Json } from '../../platform/http/json.js';
import { IdPipe } from '../../platform/http/validation/id.pipe.js';
import { ProjectEnvironmentParams, ProjectParams } from '../../flags/project/project.dto.js';
import {
  AvailableReviewersQuery,
  ChangeRequestCommentDto,
  ChangeRequestReviewersDto,
  ChangeRequestStateDto,
  ChangeRequestTitleDto,
} from './change-request.dto.js';
import { ChangeRequestReadModel } from './change-request.read-model.js';
import { ChangeRequestResponse, ReviewersResponse } from './change-request.response.js';
import { DiscussionService } from './discussion.service.js';
import { ReviewService } from './review.service.js';

const params = { id: 'Id of the change request.' };

/** Reviews and discusses change requests. */
@ApiTags('Change Requests')
@Controller('api/admin/projects/:projectId/change-requests')
export class ReviewController {
  constructor(
    private readonly reviews: ReviewService,
    private readonly discussions: DiscussionService,
    private readonly reads: ChangeRequestReadModel,
  ) {}

  /**
   * Moves a change request to another state. Its author sends it to review and can cancel it.
   * Others approve or reject it with `APPROVE_CHANGE_REQUEST`, and it is approved with the last
   * required approval. `APPLY_CHANGE_REQUEST` is required to apply it: all changes are made, or
   * none. 409 with `conflicts` when what it changes has been changed since.
   */
  @Put(':id/state')
  @Endpoint({
    id: 'updateChangeRequestState',
    cost: 'heavy',
    takesTurn: true,
    permission: 'NONE',
    response: ChangeRequestResponse,
    params,
    refusals: [409],
  })
  async setState(
    @Param() { projectId }: ProjectParams,
    @Param('id', IdPipe) id: number,
    @Body() dto: ChangeRequestStateDto,
    @CurrentCaller() caller: Caller,
  ): Promise<Json<ChangeRequestResponse>> {
    await this.reviews.set({ projectId, id }, dto, caller);
    // What was turned off is not answered late because of others.
    const connections = dto.state === 'Applied' ? 'hot' : 'general';
    return this.reads.get({ projectId, id }, caller, connections);
  }

  /** Sets the title of a change request of the caller. */
  @Put(':id/title')
  @Endpoint({
    id: 'updateChangeRequestTitle',
    proposes: true,
    permission: 'NONE',
    status: 204,
    params,
    refusals: [409],
  })
  setTitle(
    @Param() { projectId }: ProjectParams,
    @Param('id', IdPipe) id: number,
    @Body() { title }: ChangeRequestTitleDto,
    @CurrentCaller() caller: Caller,
  ): Promise<void> {
    return this.discussions.setTitle({ projectId, id }, title, caller);
  }

  /** Sets whose review of a change request of the caller is requested. */
  @Put(':id/approvers')
  @Endpoint({
    id: 'addChangeRequestReviewers',
    permission: 'NONE',
    status: 204,
    params,
    refusals: [409],
  })
  setReviewers(
    @Param() { projectId }: ProjectParams,
    @Param('id', IdPipe) id: number,
    @Body() { reviewers }: ChangeRequestReviewersDto,
    @CurrentCaller() caller: Caller,
  ): Promise<void> {
    return this.discussions.setReviewers({ projectId, id }, reviewers, caller);
  }

  /** Lists or finds users who can approve changes in an environment of a project, by id. */
  @Get('available-reviewers/:environment')
  @Endpoint({
    id: 'getAvailableChangeRequestReviewers',
    permission: 'NONE',
    response: ReviewersResponse,
  })
  availableReviewers(
    @Param() at: ProjectEnvironmentParams,
    @Query() query: AvailableReviewersQuery,
  ): Promise<Json<ReviewersResponse>> {
    return this.discussions.availableReviewers(at, query);
  }

  /** Lists the users whose review of a change request is requested. */
  @Get(':id/approvers')
  @Endpoint({
    id: 'getChangeRequestApprovers',
    permission: 'NONE',
    response: ReviewersResponse,
    params,
  })
  reviewers(
    @Param() { projectId }: ProjectParams,
    @Param('id', IdPipe) id: number,
    @CurrentCaller() caller: Caller,
  ): Promise<Json<ReviewersResponse>> {
    return this.reads.reviewers({ projectId, id }, caller);
  }

  /**
   * Adds a comment to a change request, for its author, requested reviewers, and those who can
   * approve or apply it.
   */
  @Post(':id/comments')
  @Endpoint({ id: 'addChangeRequestComment', permission: 'NONE', status: 204, params })
  comment(
    @Param() { projectId }: ProjectParams,
    @Param('id', IdPipe) id: number,
    @Body() { text }: ChangeRequestCommentDto,
    @CurrentCaller() caller: Caller,
  ): Promise<void> {
    return this.discussions.comment({ projectId, id }, text, caller);
  }
}
