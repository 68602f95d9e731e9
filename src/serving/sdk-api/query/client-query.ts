import { gte, valid } from 'semver';
import { type Caller, TokenCaller } from '../../../core/auth/caller/caller.js';
import { BadDataError, PlainRefusal } from '../../../platform/errors/general.errors.js';
import { parseTags } from '../../../flags/tag/tag.dto.js';
import {
  type ClientFeaturesQueryDto,
  type ClientQueryResponse,
  MAX_NAME_LENGTH,
} from './client-features.dto.js';

/** Since this version of the client specification, SDKs support segments. */
export const KNOWS_SEGMENTS = '4.2.0';

/** Header with the version of the client specification that an SDK supports. */
export const SPEC = 'unleash-client-spec';

/** Maximum quoted length of an invalid header. */
const MAX_QUOTED = 50;
/** Characters that cannot be stored or would break log lines. */
const UNFIT = /[\u0000-\u001f\u007f-\u009f\u2028\u2029]/;

/** The effective query of an SDK. */
export interface ClientQuery {
  readonly query: ClientQueryResponse;
  /** Ids of the projects that are hidden from the caller, sorted. */
  readonly hidden: readonly string[];
}

/** Like {@link queryOf}, for a caller. */
export function clientQueryOf(
  dto: ClientFeaturesQueryDto,
  caller: Caller,
  spec: string | undefined,
): ClientQuery {
  return { query: queryOf(dto, caller, spec), hidden: [...caller.hiddenProjects].sort() };
}

/**
 * The effective query: the token determines environment and projects. Property order is that of the
 * response.
 * @param spec Version of the client specification from the header.
 * @throws BadDataError when it is invalid, or a tag is malformed.
 */
function queryOf(
  dto: ClientFeaturesQueryDto,
  caller: Caller,
  spec: string | undefined,
): ClientQueryResponse {
  requireFit(dto);
  const project = projectsOf(caller, dto.project);
  const environment = environmentOf(caller, dto.environment);
  return {
    ...(dto.tag ? { tag: parseTags(dto.tag).map(({ type, value }) => [type, value]) } : {}),
    ...(project ? { project } : {}),
    ...(dto.namePrefix === undefined ? {} : { namePrefix: dto.namePrefix }),
    ...(environment === undefined ? {} : { environment }),
    inlineSegmentConstraints: !knowsSegments(spec),
  };
}

/** @throws BadDataError when a name is too long or contains invalid characters. */
function requireFit({
  tag = [],
  project = [],
  namePrefix,
  environment,
}: ClientFeaturesQueryDto): void {
  for (const [name, values] of Object.entries({
    tag,
    project,
    namePrefix: [namePrefix],
    environment: [environment],
  })) {
    for (const value of values) {
      if (value === undefined) continue;
      const wrong =
        value.length > MAX_NAME_LENGTH
          ? `is longer than ${MAX_NAME_LENGTH} characters`
          : UNFIT.test(value) || !value.isWellFormed()
            ? 'contains a control character or an unpaired surrogate, which no name contains'
            : undefined;
      if (wrong)
        throw new BadDataError(`A value of the query parameter "${name}" ${wrong}.`, [
          { message: `It ${wrong}.`, path: `/query/${name}` },
        ]);
    }
  }
}

/**
 * The environment of a client token; for personal tokens, the requested one within their scope, or
 * the only one of the scope.
 * @throws PlainRefusal when it is outside the scope.
 */
function environmentOf(caller: Caller, wanted: string | undefined): string | undefined {
  if (caller instanceof TokenCaller) return caller.environment ?? wanted;
  const allowed = caller.scope?.environments;
  if (!allowed) return wanted;
  if (wanted === undefined) return allowed.length === 1 ? allowed[0] : undefined;
  if (!allowed.includes(wanted))
    throw new PlainRefusal(403, `This token is not valid for the environment "${wanted}".`);
  return wanted;
}

/**
 * The projects of a token that is limited to some, ignoring the request (reference behaviour);
 * otherwise the requested ones.
 */
function projectsOf(caller: Caller, wanted: readonly string[] | undefined): string[] | undefined {
  const own = caller instanceof TokenCaller ? caller.projects : undefined;
  const chosen = own ?? wanted;
  return chosen && [...new Set(chosen)].sort();
}

function knowsSegments(spec: string | undefined): boolean {
  if (!spec) return false;
  if (!valid(spec))
    throw new BadDataError(
      'The header Unleash-Client-Spec must be a version like 5.1.0, not ' +
        `"${spec.slice(0, MAX_QUOTED)}".`,
    );
  return gte(spec, KNOWS_SEGMENTS);
}

/** OpenAPI description of the header with which SDKs announce their protocol version. */
export const SPEC_HEADER = {
  name: 'Unleash-Client-Spec',
  required: false,
  description:
    `Version of the client specification that the SDK follows: ${KNOWS_SEGMENTS} or later; ` +
    'assumed when the header is missing.',
};

/**
 * Parses the query of a delta SDK, which must support segments.
 * @throws BadDataError when the SDK says it does not support them, or as {@link clientQueryOf}.
 */
export function changesAskedFor(
  dto: ClientFeaturesQueryDto,
  caller: Caller,
  spec: string | undefined,
): ClientQuery {
  const query = clientQueryOf(dto, caller, spec || KNOWS_SEGMENTS);
  if (query.query.inlineSegmentConstraints)
    throw new BadDataError(
      `Deltas require an SDK that follows the client specification ${KNOWS_SEGMENTS} or later.`,
    );
  return query;
}
