import { BadDataError } from '../../platform/errors/general.errors.js';
import { validated } from '../../platform/http/validation/validation.pipe.js';
import { SdkContextDto } from './playground.dto.js';
import { MAX_TEXT_LENGTH } from '../../serving/evaluation/context-reading.js';
import type { SdkContext } from '../../serving/evaluation/sdk.js';

/** Maximum number of contexts that one request can expand to. */
const MAX_CONTEXTS = 1000;

/** A context as sent, with all values as texts. */
export interface GivenContext {
  /** Known fields and additional ones. */
  readonly fields: Readonly<Record<string, string>>;
  readonly properties: Readonly<Record<string, string>>;
}

/** A parsed context. */
interface ReadContext {
  context: GivenContext;
  /** Names of ignored fields, whose values are neither text, number nor boolean. */
  unusable: string[];
  /** The context as sent, with known fields as texts. */
  echo: Record<string, unknown>;
}

/**
 * Parses the context of a request.
 * @throws BadDataError when a known field is invalid, or `appName` is missing.
 */
export async function givenContext(sent: Record<string, unknown>): Promise<ReadContext> {
  const read = { ...(await validated(SdkContextDto, sent, '/body/context')) };
  const { properties = {}, ...known } = read;
  const others = Object.entries(sent).filter(
    ([name]) => name !== 'properties' && !Object.hasOwn(known, name),
  );
  const isUsable = (value: unknown): boolean =>
    ['string', 'number', 'boolean'].includes(typeof value);
  const usable = others.filter(([, value]) => isUsable(value));
  const fields = {
    ...known,
    ...Object.fromEntries(usable.map(([name, value]) => [name, String(value)])),
  };
  const unusable = others.filter(([, value]) => !isUsable(value)).map(([name]) => name);
  return { context: { fields, properties }, unusable, echo: { ...sent, ...read } };
}

/**
 * Every combination of the comma-separated values in a context, also of empty ones; each is
 * created on demand.
 * @throws BadDataError when there are more than {@link MAX_CONTEXTS}, or a value is too long.
 */
export function combinations({ fields, properties }: GivenContext): Combinations {
  const { appName, ...others } = fields;
  const lists = [
    ...valuesOf('fields', others),
    ...valuesOf('properties', properties),
    ...valuesOf('fields', appName === undefined ? {} : { appName }),
  ];
  const count = lists.reduce((product, { values }) => product * values.length, 1);
  if (count > MAX_CONTEXTS) {
    throw new BadDataError(
      `The lists in the context result in ${count} contexts. Shorten them to at most ` +
        `${MAX_CONTEXTS} contexts.`,
    );
  }
  return { count, at: (index) => combination(lists, index) };
}

/**
 * @throws BadDataError when a text of a context is longer than constraints can be compared with in
 * time.
 */
export function requireShortTexts({ fields, properties }: GivenContext): void {
  for (const part of [fields, properties])
    for (const [name, text] of Object.entries(part)) requireShort(name, text);
}

function requireShort(name: string, text: string): void {
  if (text.length <= MAX_TEXT_LENGTH) return;
  const message = `${name.slice(0, 100)} must not have more than ${MAX_TEXT_LENGTH} characters.`;
  throw new BadDataError(message, [{ message, path: '/body/context' }]);
}

/** Contexts by number. */
interface Combinations {
  count: number;
  at(index: number): GivenContext;
}

/** The first list changes slowest, as in nested loops; `appName` fastest, as in the reference. */
function combination(
  lists: readonly { part: Part; name: string; values: string[] }[],
  index: number,
): GivenContext {
  const parts: Record<Part, [string, string][]> = { fields: [], properties: [] };
  let rest = index;
  for (const { part, name, values } of lists.toReversed()) {
    parts[part].push([name, values[rest % values.length]!]);
    rest = Math.floor(rest / values.length);
  }
  return {
    fields: Object.fromEntries(parts.fields.reverse()),
    properties: Object.fromEntries(parts.properties.reverse()),
  };
}

type Part = keyof GivenContext;

function valuesOf(
  part: Part,
  texts: Readonly<Record<string, string>>,
): { part: Part; name: string; values: string[] }[] {
  return Object.entries(texts).map(([name, text]) => {
    const values = text.split(',').map((value) => value.trim());
    for (const value of values) requireShort(name, value);
    return { part, name, values };
  });
}

/**
 * The context for the SDK. Its environment is the evaluated one, as for applications with tokens of
 * that environment.
 * @param at The time of the evaluation if the context has none; now by default.
 */
export function sdkContext(
  { fields, properties }: GivenContext,
  environment: string,
  at?: string,
): SdkContext {
  const { currentTime = at, ...rest } = fields;
  return {
    ...rest,
    ...(currentTime === undefined ? {} : { currentTime: new Date(currentTime) }),
    environment,
    properties: { ...properties },
  };
}

/**
 * The context with properties merged into its fields; a field takes precedence over a property of
 * the same name.
 */
export function flatContext({ fields, properties }: GivenContext): Record<string, string> {
  return { ...properties, ...fields };
}
