import { queryOptions } from '@tanstack/react-query';
import { api, bodyOf, type Schemas } from '../../../api/client.js';
import { choiceOfUser } from '../../access/people/people-queries.js';
import type { ChoiceQuery } from '../../../kit/searched-choice.js';
import type { ChangeRequest } from './change-request-query.js';

export type { ChangeRequest };

export type FoundChangeRequest = Schemas['FoundChangeRequestResponse'];
export type ApprovalConfig = Schemas['ApprovalConfigResponse'];
export type Change = ChangeRequest['features'][number]['changes'][number];

/** Change requests of one page of a list. */
export const PAGE_SIZE = 50;
/** How many reviewers are offered at once to choose from. */
const CHOICES = 50;

const offsetOf = (page: number): number => (page - 1) * PAGE_SIZE;

/** A page of the change requests of a project, newest first, and the numbers of all by state. */
export const projectRequestsQuery = (projectId: string, page: number) =>
  queryOptions({
    queryKey: ['change-requests', 'of-project', projectId, page],
    queryFn: async ({ signal }) => {
      const path = { projectId };
      const query = { limit: PAGE_SIZE, offset: offsetOf(page) };
      const [requests, count] = await Promise.all([
        bodyOf(
          api.GET('/api/admin/projects/{projectId}/change-requests', {
            params: { path, query },
            signal,
          }),
        ),
        bodyOf(
          api.GET('/api/admin/projects/{projectId}/change-requests/count', {
            params: { path },
            signal,
          }),
        ),
      ]);
      return { requests, count };
    },
  });

/** The newest open change requests of the person in a project, drafts among them. */
export const ownRequestsQuery = (projectId: string) =>
  queryOptions({
    queryKey: ['change-requests', 'own', projectId],
    queryFn: ({ signal }): Promise<ChangeRequest[]> =>
      bodyOf(
        api.GET('/api/admin/projects/{projectId}/change-requests/pending', {
          params: { path: { projectId } },
          signal,
        }),
      ),
  });

/** Criteria of a search in all projects. */
export interface RequestSearch {
  createdBy?: number;
  reviewer?: number;
  isClosed?: boolean;
  page: number;
}

/** A page of the change requests of all projects that match, newest first. */
export const foundRequestsQuery = ({ createdBy, reviewer, isClosed, page }: RequestSearch) =>
  queryOptions({
    queryKey: ['change-requests', 'search', { createdBy, reviewer, isClosed, page }],
    queryFn: ({ signal }) =>
      bodyOf(
        api.GET('/api/admin/search/change-requests', {
          params: {
            query: {
              state: isClosed ? 'IS:closed' : 'IS:open',
              ...(createdBy === undefined ? {} : { createdBy: `IS:${createdBy}` }),
              ...(reviewer === undefined ? {} : { requestedApproverId: `IS:${reviewer}` }),
              limit: PAGE_SIZE,
              offset: offsetOf(page),
            },
          },
          signal,
        }),
      ),
  });

/** The scheduled change requests of all projects, or those that change a feature. */
export const scheduledRequestsQuery = (feature?: string) =>
  queryOptions({
    queryKey: ['change-requests', 'search', 'scheduled', feature ?? null],
    queryFn: async ({ signal }): Promise<FoundChangeRequest[]> => {
      const of = feature === undefined ? {} : { feature: `IS:${feature}` };
      const { changeRequests } = await bodyOf(
        api.GET('/api/admin/search/change-requests', {
          params: { query: { state: 'IS:scheduled', limit: PAGE_SIZE, ...of } },
          signal,
        }),
      );
      return changeRequests;
    },
  });

/** Who is requested to review a change request. */
export const reviewersQuery = (projectId: string, id: number) =>
  queryOptions({
    queryKey: ['change-requests', 'reviewers', projectId, id],
    queryFn: async ({ signal }) =>
      (
        await bodyOf(
          api.GET('/api/admin/projects/{projectId}/change-requests/{id}/approvers', {
            params: { path: { projectId, id } },
            signal,
          }),
        )
      ).reviewers,
  });

/** Finds who can review changes in an environment of a project, except their author. */
export const findReviewers =
  (projectId: string, environment: string, author: number) =>
  (letters: string): ChoiceQuery => ({
    queryKey: ['change-requests', 'available-reviewers', projectId, environment, letters],
    queryFn: async ({ signal }) => {
      const query = { limit: CHOICES, ...(letters ? { query: letters } : {}) };
      const { reviewers } = await bodyOf(
        api.GET(
          '/api/admin/projects/{projectId}/change-requests/available-reviewers/{environment}',
          { params: { path: { projectId, environment }, query }, signal },
        ),
      );
      return reviewers.filter(({ id }) => id !== author).map(choiceOfUser);
    },
  });

/** How many approvals the environments of a project require. */
export const approvalConfigQuery = (projectId: string) =>
  queryOptions({
    queryKey: ['change-requests', 'config', projectId],
    queryFn: ({ signal }): Promise<ApprovalConfig[]> =>
      bodyOf(
        api.GET('/api/admin/projects/{projectId}/change-requests/config', {
          params: { path: { projectId } },
          signal,
        }),
      ),
  });

/** How long it takes at most to apply a change request, generously. */
const APPLYING_MS = 60_000;

/** The events that an applied change request has caused, of one feature or of one type. */
export const appliedEventsQuery = (
  { id, stateTimestamps, project }: ChangeRequest,
  criterion: { feature: string } | { type: string },
) => {
  const appliedAt = Date.parse(stateTimestamps['Applied'] ?? '');
  const around = (milliseconds: number): string =>
    `IS:${new Date(appliedAt + milliseconds).toISOString()}`;
  return queryOptions({
    queryKey: ['events', 'of-change-request', project, id, criterion],
    enabled: !Number.isNaN(appliedAt),
    queryFn: async ({ signal }) => {
      // What was recorded in one transaction has nearly the same time.
      const period = { from: around(-APPLYING_MS), to: around(APPLYING_MS) };
      const query = { ...criterion, ...period, limit: 1_000 };
      const answer = api.GET('/api/admin/search/events', { params: { query }, signal });
      const { events } = await bodyOf(answer);
      return events.filter(({ changeRequestId }) => changeRequestId === id);
    },
  });
};
