import {
  type ArgumentsHost,
  Catch,
  type ExceptionFilter,
  HttpException,
  Logger,
} from '@nestjs/common';
import type { Request, Response } from 'express';
import type { DatabaseErrorTranslator } from '../database/constraint-errors.js';
import { ApiError } from '../errors/api-error.js';
import {
  BadDataError,
  MaintenanceError,
  StoppingError,
  NotFoundError,
  UnknownError,
  UserExistsError,
} from '../errors/general.errors.js';
import { answerWithCurrent, failureOf, PreconditionFailedError } from './precondition-failed.js';
import { ContentTypeError, PayloadTooLargeError, NotJsonError } from './http.errors.js';

/** An error of body-parser, Express and similar libraries. */
interface ParserError {
  type?: string;
  status?: number;
  limit?: number;
  length?: number;
}

const UNKNOWN = 'An unexpected error occurred. The log has the details under the id of this error.';

/** Builds the body of an error response. */
type Wording = (error: ApiError, request: Request) => object;
/** Turns an error into a page if the request asks for one. */
type ErrorPage = (error: ApiError, request: Request) => ApiError;

/**
 * Converts errors to responses, the only place that does. An unexpected error becomes a 500 with
 * nothing but an id; the log has the details under that id.
 */
@Catch()
export class ErrorFilter implements ExceptionFilter {
  private readonly log = new Logger('http');

  /**
   * `onFailure` is called for every 5xx. `wordings` are the error formats of other protocols by
   * path prefix; 401, 403 and 429 are the same everywhere. `pages` are of paths that browsers open.
   */
  constructor(
    private readonly database: DatabaseErrorTranslator,
    private readonly onFailure: (error: unknown) => void = () => {},
    private readonly wordings: Readonly<Record<string, Wording>> = {},
    private readonly pages: Readonly<Record<string, ErrorPage>> = {},
  ) {}

  catch(error: unknown, host: ArgumentsHost): void {
    const http = host.switchToHttp();
    const response = http.getResponse<Response>();
    const request = http.getRequest<Request>();
    const answer = preconditioned(
      toApiError(error, request) ?? this.database.translate(error) ?? new UnknownError(UNKNOWN),
      response,
    );
    if (answer instanceof PreconditionFailedError && answer.readAt && !failureOf(response))
      return answerWithCurrent(answer, request, response);
    const isIntended = answer instanceof MaintenanceError || answer instanceof StoppingError;
    if (answer.status >= 500 && !isIntended) {
      this.log.error({ err: error, errorId: answer.id, status: answer.status }, answer.message);
      response.locals.errorId = answer.id;
      this.onFailure(error);
    }
    if (response.headersSent) {
      response.destroy();
      return;
    }
    response.removeHeader('Content-Language'); // refusals are in English
    const shown = below(request, this.pages)?.(answer, request) ?? answer;
    const body = this.bodyOf(shown, request);
    const isText = typeof body === 'string';
    response.status(shown.status).set(shown.headers());
    response
      .type(shown.contentType ?? (isText ? 'text/plain' : 'application/json'))
      .send(isText ? body : JSON.stringify(body));
  }

  private bodyOf(answer: ApiError, request: Request): object | string {
    const word = below(request, this.wordings);
    return word && ![401, 403, 429].includes(answer.status) ? word(answer, request) : answer.body();
  }
}

/** What belongs to the path of a request, by path prefix. */
function below<T>({ path }: Request, byPrefix: Readonly<Record<string, T>>): T | undefined {
  return Object.entries(byPrefix).find(([prefix]) => path.toLowerCase().startsWith(prefix))?.[1];
}

/**
 * The error to respond with when a precondition is involved: that of a taken name is 412 if the
 * request has `If-None-Match: *`, and a state that the caller may not read is left out.
 */
function preconditioned(error: ApiError, response: Response): ApiError {
  const failure = failureOf(response);
  if (failure) return error.status === 404 || error.status >= 500 ? error : failure;
  const isTaken = error.status === 409 || error instanceof UserExistsError;
  if (!isTaken || !response.locals.mustCreate) return error;
  return new PreconditionFailedError(error.message);
}

function toApiError(error: unknown, request: Request): ApiError | undefined {
  if (error instanceof ApiError) return error;
  const { type = '', status, limit = 0, length } = (error ?? {}) as ParserError;
  if (type === 'entity.too.large') return new PayloadTooLargeError(limit, length);
  if (type === 'parameters.too.many') return new BadDataError('The form has too many fields.');
  if (type === 'entity.parse.failed') return new NotJsonError();
  if (type === 'charset.unsupported' || type === 'encoding.unsupported')
    return new ContentTypeError('The body must be JSON in UTF-8.');
  if (error instanceof URIError)
    return new BadDataError(
      'The URL contains a percent sign that does not start a valid encoding.',
    );
  if (error instanceof HttpException && error.getStatus() === 404) return unknownPath(request);
  if (status === 400) return new BadDataError('The request cannot be read.');
  return undefined;
}

/** The error for a path without a route. */
export function unknownPath(request: Request): NotFoundError {
  return new NotFoundError(`There is nothing at ${request.method} ${request.path}.`);
}
