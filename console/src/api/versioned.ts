import { bodyOf } from './client.js';

/** What was read, and its version for `If-Match`. */
export interface Versioned<Body> {
  body: Body;
  version: string;
}

interface Answer<Body> {
  data?: Body;
  error?: unknown;
  response: Response;
}

/**
 * The body of a response with its version, so that a change of it does not overwrite a newer one.
 * @throws ApiFailure when the service refuses the request.
 */
export async function versionedBodyOf<Body>(
  answer: Promise<Answer<Body>>,
): Promise<Versioned<Body>> {
  const body = await bodyOf(answer);
  const { response } = await answer;
  return { body, version: response.headers.get('ETag') ?? '*' };
}

/** Names the version that a request changes. */
export interface IfMatch {
  'If-Match': string;
}

/** The header that lets a change succeed only while this version is the newest. */
export function ifMatch({ version }: Pick<Versioned<unknown>, 'version'>): IfMatch {
  return { 'If-Match': version };
}
