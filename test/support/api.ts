import { HttpCall } from './http-call.mjs';
import { checkAgainstOpenApi } from './openapi-check.mjs';

export type { HttpCall, Response } from './http-call.mjs';

type Method = 'get' | 'post' | 'put' | 'patch' | 'delete';

/** Sends HTTP requests to the service. Every response is checked against the OpenAPI document. */
export class Api {
  constructor(
    private readonly url: string,
    private readonly headers: Record<string, string> = {},
  ) {}

  /** The same service with other credentials: a token, a session cookie, or none. */
  as(who: { token?: string; cookie?: string } = {}): Api {
    return new Api(this.url, {
      ...(who.token ? { authorization: who.token } : {}),
      ...(who.cookie ? { cookie: who.cookie } : {}),
    });
  }

  get = (path: string): HttpCall => this.call('get', path);
  post = (path: string, body?: object): HttpCall => this.call('post', path, body);
  put = (path: string, body?: object): HttpCall => this.call('put', path, body);
  patch = (path: string, body?: object): HttpCall => this.call('patch', path, body);
  delete = (path: string): HttpCall => this.call('delete', path);

  private call(method: Method, path: string, body?: object): HttpCall {
    const call = new HttpCall(method.toUpperCase(), this.url + path)
      .set(this.headers)
      .expect((response) => checkAgainstOpenApi(method, path, response));
    return body === undefined ? call : call.send(body);
  }
}

/** The path of the features of the project `default`. */
export const FEATURES = '/api/admin/projects/default/features';
/** The path of a feature of the project `default`, or of its place in one environment. */
export const at = (feature: string, environment?: string): string =>
  `${FEATURES}/${feature}${environment ? `/environments/${environment}` : ''}`;
