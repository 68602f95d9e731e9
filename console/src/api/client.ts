import { basePath } from './base-path.js';
import { ApiFailure, type ErrorBody, UnreachableFailure } from './failures.js';
import { confirmed } from './confirmation.js';
import type { components, paths } from './schema.js';
import { typedFetch } from './typed-fetch.js';

/** The response and request bodies by the names of the OpenAPI document. */
export type Schemas = components['schemas'];

/** Sends a request, also again after the person has confirmed who they are. */
async function send(request: Request): Promise<Response> {
  const copy = request.clone();
  try {
    const response = await fetch(request);
    return response.status === 403 ? await confirmed(response, () => fetch(copy)) : response;
  } catch (error) {
    if (request.signal.aborted) throw error;
    throw new UnreachableFailure();
  }
}

/** The typed client of the documented API, with the session of the person. */
export const api = typedFetch<paths>(`${location.origin}${basePath}`, send);

interface Answer<Data> {
  data?: Data;
  error?: unknown;
  response: Response;
}

/**
 * The body of a response.
 * @throws ApiFailure when the service refuses the request.
 */
export async function bodyOf<Data>(answer: Promise<Answer<Data>>): Promise<Data> {
  const { data, error, response } = await answer;
  if (!response.ok) throw new ApiFailure(response.status, errorBody(error));
  return data as Data;
}

function errorBody(error: unknown): ErrorBody {
  if (typeof error === 'object' && error !== null) return error as ErrorBody;
  return { message: typeof error === 'string' ? error : '' };
}
