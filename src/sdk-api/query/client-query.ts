import { valid, gte } from 'semver';
import { type Caller, TokenCaller } from '../../auth/caller/caller.js';
import { BadDataError, PlainRefusal } from '../../errors/general.errors.js';
import { parseTags } from '../../tag/parse-tags.js';
import type { ClientFeaturesQueryDto } from './client-features.dto.js';
import type { ClientQueryResponse } from './client-features.response.js';
import { LONGEST_NAME } from './query-limits.js';

/** From this version of the client specification on, SDKs know of segments. */
export const KNOWS_SEGMENTS = '4.2.0';

/** How SDKs tell which version of the client specification they follow. */
export const SPEC = 'unleash-client-spec';

/** How much of a header that cannot be read is repeated. */
const MOST_REPEATED = 50;
/** What cannot be stored, or would break a line of the log. */
const UNFIT = /[\u0000-\u001f\u007f-\u009f\u2028\u2029]/;

/** What an SDK asks for, and what it gets to see of that. */
export interface ClientQuery {
  readonly query: ClientQueryResponse;
  /** Ids of the projects of which the caller must not know, in their order. */
  readonly hidden: readonly string[];
}

/** As {@link queryOf}, for a caller. */
export function clientQueryOf(
  dto: ClientFeaturesQueryDto,
  caller: Caller,
  spec: string | undefined,
): ClientQuery {
  return { query: queryOf(dto, caller, spec), hidden: [...caller.hiddenProjects].sort() };
}

/**
 * What an SDK asks for in effect: the token decides environment and projects. In the order in which
 * the answer shows it.
 * @param spec The version of the client specification that the SDK follows. @throws BadDataError
 * when that is none, or a tag is written wrongly.
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

/** @throws BadDataError when a name is too long to be one, or holds what no name holds. */
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
        value.length > LONGEST_NAME
          ? `is longer than ${LONGEST_NAME} characters`
          : UNFIT.test(value) || !value.isWellFormed()
            ? 'holds a control character or half a character, as no name does'
            : undefined;
      if (wrong)
        throw new BadDataError(`A value of the query parameter "${name}" ${wrong}.`, [
          { message: `It ${wrong}.`, path: `/query/${name}` },
        ]);
    }
  }
}

/**
 * A client token decides the environment. A personal token leaves it to the query, within its
 * scope: of one environment, that one. @throws PlainRefusal
 */
function environmentOf(caller: Caller, wanted: string | undefined): string | undefined {
  if (caller instanceof TokenCaller) return caller.environment ?? wanted;
  const allowed = caller.scope?.environments;
  if (!allowed) return wanted;
  if (wanted === undefined) return allowed.length === 1 ? allowed[0] : undefined;
  if (!allowed.includes(wanted))
    throw new PlainRefusal(403, `This token is not for the environment "${wanted}".`);
  return wanted;
}

/**
 * A token for certain projects decides them, whatever is asked for (reference behaviour); others
 * choose.
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
      `The header Unleash-Client-Spec holds a version like 5.1.0, not "${spec.slice(0, MOST_REPEATED)}".`,
    );
  return gte(spec, KNOWS_SEGMENTS);
}
