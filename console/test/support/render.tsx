import { MantineProvider } from '@mantine/core';
import { QueryClientProvider, useQuery } from '@tanstack/react-query';
import { render } from '@testing-library/react';
import type { ReactNode } from 'react';
import { newQueryClient } from '../../src/api/query-client';
import { type Me, MeContext, meQuery } from '../../src/app/session/me';
import { theme } from '../../src/app/theme/theme';
import { checkRequestAgainstOpenApi } from '../../../test/support/openapi-check.mjs';
import { AnnouncementList } from '../../src/kit/announcement-list';

/** An answer of the API: a body with status 200, or a response. */
export type Answer = object | Response;

/** What a test's service answers, by method and path such as `GET /api/admin/user`. */
export type Answers = Record<string, Answer | ((request: Request) => Answer | Promise<Answer>)>;

const ADMIN = { permissions: [{ permission: 'ADMIN' }], user: { id: 1, username: 'admin' } };

/** Renders a component as the console does, with a service that gives these answers. */
export function renderWith(
  component: ReactNode,
  answers: Answers = {},
  me: Partial<Me> = ADMIN as Partial<Me>,
) {
  const queries = newQueryClient();
  // Otherwise, each query would leave a timer behind that removes it minutes later.
  const { queries: options } = queries.getDefaultOptions();
  queries.setDefaultOptions({
    queries: { ...options, gcTime: Infinity },
    mutations: { gcTime: Infinity },
  });
  queries.setQueryData(['me'], me);
  const requests: Request[] = [];
  globalThis.fetch = (input) => {
    const request = input as Request;
    requests.push(request);
    return answerTo(request, answers);
  };
  const view = render(
    <MantineProvider theme={theme} withCssVariables={false} env="test">
      <QueryClientProvider client={queries}>
        <SignedIn>{component}</SignedIn>
        <AnnouncementList />
      </QueryClientProvider>
    </MantineProvider>,
  );
  return { ...view, requests, queries };
}

function SignedIn({ children }: { children: ReactNode }) {
  return <MeContext value={useQuery(meQuery).data}>{children}</MeContext>;
}

/** A refusal by the API. */
export function refusal(status: number, body: object): Response {
  return new Response(JSON.stringify(body), {
    status,
    headers: { 'Content-Type': 'application/json' },
  });
}

/** A success, with the header that tells when it was answered. */
export function answeredNow(body: object): Response {
  return Response.json(body, { headers: { Date: new Date().toUTCString() } });
}

async function answerTo(request: Request, answers: Answers): Promise<Response> {
  const key = `${request.method} ${new URL(request.url).pathname}`;
  const given = answers[key];
  const answer = typeof given === 'function' ? await given(request) : given;
  const isAccepted = answer !== undefined && !(answer instanceof Response && !answer.ok);
  if (isAccepted && request.method !== 'GET') await checkBody(request);
  if (answer === undefined) return refusal(404, { name: 'NotFoundError', message: key });
  return answer instanceof Response ? answer : refusal(200, answer);
}

/** What the service would refuse must not be accepted here. */
async function checkBody(request: Request): Promise<void> {
  const text = request.bodyUsed ? '' : await request.clone().text();
  const { pathname } = new URL(request.url);
  if (text) checkRequestAgainstOpenApi(request.method.toLowerCase(), pathname, JSON.parse(text));
}
