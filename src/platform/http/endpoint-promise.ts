import type { Type } from '@nestjs/common';
import type { Request } from 'express';
import type { Permission } from './permission.js';

/**
 * How expensive a request is, which decides how many a caller may send. `none`: never refused, as
 * for turning a feature off; `sdk`: served from memory; `read` and `write`: a few rows; `search`
 * and `heavy`: limited in number per caller at the same time.
 */
export type Cost = 'none' | 'sdk' | 'read' | 'write' | 'search' | 'heavy';

/** Whether a caller may run only a few requests of this cost at the same time. */
export function isExpensive(cost: Cost | undefined): cost is 'search' | 'heavy' {
  return cost === 'search' || cost === 'heavy';
}

/**
 * What the query parameter `asOf` rebuilds as it was at a moment, instead of reading it. The
 * handlers of the playground rebuild it themselves.
 */
type AsOf = 'feature' | 'features' | 'segment' | 'client' | 'playground';

/** The query parameter in OpenAPI. */
export const AS_OF = {
  name: 'asOf',
  required: false,
  schema: { type: 'string', format: 'date-time' },
  description:
    'A moment of the past, as an RFC 3339 date-time: the response is what it was then, rebuilt ' +
    'from the history of changes. Without what follows from usage and the caller.',
} as const;

/**
 * Whether OpenAPI declares the parameter: only where the operation has others, so that clients that
 * are generated from it stay the same.
 */
export function isAsOfDeclared(asOf: AsOf | undefined): boolean {
  return asOf === 'features' || asOf === 'client';
}

/** Default maximum body size in bytes: 100 KiB, as in the reference. */
export const BODY_LIMIT = 102_400;
/** Default maximum number of list items and object properties in a body. */
export const BODY_ITEMS = 30_000;

/** The declaration of a route, for callers, OpenAPI and the guards. */
export interface EndpointPromise {
  /** Operation id; the reference's where it has the operation. */
  id: string;
  /**
   * The required permission, or several of which one is enough; `NONE` for everybody who is signed
   * in, `PUBLIC` for everybody.
   */
  permission: Permission | readonly Permission[];
  /**
   * Where the permission is needed, for paths without `:projectId`: in the project of the feature
   * in a path parameter, or `anywhere`, in some project or environment, in which case the service
   * checks the rest.
   */
  place?: { feature: string } | 'anywhere';
  /**
   * Whether the handler itself responds for unknown projects and features, instead of 404. The
   * handler must treat hidden ones like unknown ones.
   */
  answersUnknown?: boolean;
  /**
   * Why a session needs a recent confirmation: `sensitive` changes, if the user has a second
   * factor; changes of the user's `own` sign-in methods; switching `on` or `off` in production, or
   * the `policy` for that, if the project requires it. Tokens never need one.
   */
  confirm?: 'sensitive' | 'own' | 'on' | 'off' | 'policy';
  /** Whether it changes the caller's own account, which scoped tokens may not do. */
  ofAccount?: boolean;
  /** Whether users who still have to set up a second factor may call it. */
  beforeSecondFactor?: boolean;
  /** Tag in OpenAPI, where it is not that of the controller. */
  tag?: string;
  /** Whether it changes nothing, although its method is neither GET nor HEAD. */
  reads?: boolean;
  /**
   * Whether it only changes what its caller proposes, so that tokens may that only propose. Nothing
   * of it has an effect before somebody else agrees.
   */
  proposes?: boolean;
  /**
   * What it does with features for SDKs: turns them `on`, `off`, or archives them, which turns them
   * off too. Switches have turns and connections that no other work can take; turning on and off
   * costs no quota either.
   */
  switch?: 'on' | 'off' | 'archive';
  /** Whether it is possible in maintenance mode too, such as what only takes something away. */
  inMaintenance?: boolean;
  /**
   * Whether its handler takes the turn and slot of a change by itself, once it knows that it does
   * not only turn off.
   */
  takesTurn?: boolean;
  /** Status of success; 200 by default. */
  status?: number;
  /**
   * What the change is about, if `dryRun=true` previews it, and the class of that response. The
   * request runs as usual and is undone.
   */
  dryRun?: { of: DryRunSubject; response: Type };
  /** Whether the response is a stream of server-sent events; ends when the caller loses access. */
  streams?: boolean;
  /** Whether labels and summaries of events in the response are in the language of the caller. */
  isTranslated?: boolean;
  /** Whether `waitForDelivery` and `receipt` delay the response until SDKs have the change. */
  delivery?: boolean;
  /** Class of the response with warnings, if a guard may return some or refuse with 409. */
  guard?: Type;
  /** Which past state a request with `asOf` returns; absent when the operation has none. */
  asOf?: AsOf;
  /** Class of the response body; no body by default. `[Class]` is a list. */
  response?: Type | [Type];
  /** Content type of the response, when it is not JSON. */
  contentType?: string;
  /** An alternative content type for callers that prefer it; the handler sets it. */
  alternative?: string;
  /** Class of the alternative response, when it is JSON. */
  alternativeResponse?: Type;
  /** Path of the created resource, relative to the request, for the `Location` header. */
  location?: (answer: never, request: Request) => string;
  /** Maximum body size in bytes; {@link BODY_LIMIT} by default. */
  bodyLimit?: number;
  /** Maximum number of items and properties in the body; {@link BODY_ITEMS} by default. */
  bodyItems?: number;
  /**
   * Whether numbers of the body beyond 2^53, which JavaScript would round, become strings, as they
   * are written.
   */
  largeNumbersAsText?: boolean;
  /** Whether the body is an HTML form instead of JSON. */
  form?: boolean;
  /**
   * Whether {@link refusals} are HTML pages, except for requests that no browser sends on its own.
   */
  refusalPages?: boolean;
  /**
   * Properties of the response that are secret. They are not kept for repeated requests with an
   * idempotency key.
   */
  secrets?: readonly string[];
  /**
   * Whether JSON text is sent in gzip to callers that accept it, rather than by a proxy. Not for
   * secrets, whose compressed length could tell something about them.
   */
  compressed?: boolean;
  /** Whether `If-None-Match` is supported (304). */
  conditional?: boolean;
  /** The cost of a request, when permission and method do not imply it. */
  cost?: Cost;
  /**
   * Error statuses besides the general ones: 401 and 403 for routes with a permission, 429 for all
   * but free public ones, 500 and 503; 400, 413 and 415 for those with a body, 400 for those with a
   * query or a parameter that is checked, and 404 for those with a parameter.
   */
  refusals?: number[];
  /** General error statuses that do not occur. */
  neverRefuses?: number[];
  /** Class of error responses other than 401 and 403, where another protocol defines it. */
  refusal?: Type;
  /**
   * Whether the operation is deprecated, and since when if known; sent as the `Deprecation` header
   * (RFC 9745).
   */
  deprecated?: { since?: Date };
  /** Descriptions of path parameters by name. */
  params?: Record<string, string>;
}

/** What a change is about: its path parameters, and for `features` the names in its body. */
export type DryRunSubject = 'feature' | 'features' | 'segment' | 'environment' | 'project';

/** Content type of HTML forms. */
export const FORM = 'application/x-www-form-urlencoded';
