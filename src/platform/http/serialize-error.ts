import { types } from 'node:util';

/** The loggable parts of an error. */
interface SerializedError {
  type: string;
  message: string;
  /** SQLSTATE, or the error code of Node.js or a library. */
  code?: string | number;
  /** Name of the violated constraint. */
  constraint?: string;
  /** Stack frames, followed by those of the causes with their name and message. */
  stack: string;
}

/** Maximum number of causes to include. */
const MAX_CAUSES = 5;
const MAX_MESSAGE = 1_000;
const MAX_FRAMES = 30;
const FRAME = new RegExp(
  /^\s+at (?:.{1,300} \()?(?:async )?/.source +
    /(?:file:\/\/|node:|\/|[A-Z]:\\|<anonymous>|native|eval at )[^"'\n]{0,500}$/.source,
);
const IDENTIFIER = /^[\w.$-]{1,128}$/;

/**
 * SQLSTATE classes whose messages only quote names of the schema. Other messages can quote values.
 */
const QUOTES_NAMES = /^(08|0A|23|25|28|3D|3F|40|42|53|55|57|58)...$/;
const SQLSTATE = /^[0-9A-Z]{5}$/;
/** The text that follows a quoted value in messages of PostgreSQL. */
const AFTER_VALUE = /^ is out of range(?: for type [\w ]+)?$/;

/**
 * Reduces an error to parts that cannot contain secrets: type, message, code, constraint and stack.
 * Other properties can contain some: statements with parameters, refused rows, requests with
 * headers, unparsable input.
 */
export function serializeError(error: unknown): SerializedError {
  if (!isError(error))
    return { type: typeof error, message: 'Something was thrown that is not an error.', stack: '' };
  const causes = causesOf(error).map((cause) => `\nCaused by ${textOf(describe(cause))}`);
  const described = describe(error);
  return { ...described, stack: [described.stack, ...causes].join('') };
}

/** As text, for places without structured logging. */
export function errorText(error: unknown): string {
  return textOf(serializeError(error));
}

/** Whether a value is an error, including errors of other realms. */
export function isError(value: unknown): value is Error {
  return value instanceof Error || types.isNativeError(value);
}

function textOf({ type, message, code, constraint, stack }: SerializedError): string {
  const facts = [
    code === undefined ? '' : ` (${code})`,
    constraint === undefined ? '' : ` [${constraint}]`,
  ].join('');
  return `${type}: ${message}${facts}${stack ? `\n${stack}` : ''}`;
}

function describe(error: Error): SerializedError {
  const { name, code, constraint } = driverFields(error);
  return {
    type: IDENTIFIER.test(name) ? name : 'Error',
    message: safeMessage(error, code),
    ...(code === undefined ? {} : { code }),
    ...(constraint === undefined ? {} : { constraint }),
    stack: framesOf(error),
  };
}

/** TypeORM wraps errors of PostgreSQL; code and constraint come from the wrapped error. */
function driverFields(error: Error): { name: string; code?: string | number; constraint?: string } {
  const { driverError } = error as { driverError?: unknown };
  const from = { ...fieldsOf(driverError), ...fieldsOf(error) };
  return { name: typeof error.name === 'string' ? error.name : 'Error', ...from };
}

function fieldsOf(value: unknown): { code?: string | number; constraint?: string } {
  const { code, constraint } = (value ?? {}) as { code?: unknown; constraint?: unknown };
  return {
    ...(typeof code === 'number' || (typeof code === 'string' && IDENTIFIER.test(code))
      ? { code }
      : {}),
    ...(typeof constraint === 'string' && IDENTIFIER.test(constraint) ? { constraint } : {}),
  };
}

/**
 * The message without values that some errors repeat, and without anything that looks like a
 * secret.
 */
function safeMessage(error: Error, code: string | number | undefined): string {
  const message = typeof error.message === 'string' ? error.message : '';
  return withoutSecrets(withoutValues(message, error, code)).slice(0, MAX_MESSAGE);
}

function withoutValues(message: string, error: Error, code: string | number | undefined): string {
  const quotes =
    typeof code === 'string' && SQLSTATE.test(code)
      ? !QUOTES_NAMES.test(code)
      : error.name === 'SyntaxError';
  if (quotes) return withoutQuoted(message);
  // Node.js repeats the argument that it refuses.
  if (typeof code === 'string' && code.startsWith('ERR_'))
    return message.replace(/\bReceived[\s\S]*$/, 'Received […]');
  return message;
}

/**
 * Removes everything from the first to the last quotation mark, because values can contain
 * quotation marks, and the rest if it can belong to the value.
 */
function withoutQuoted(message: string): string {
  const first = message.search(/["'`]/);
  if (first === -1) return message;
  const last = Math.max(...['"', "'", '`'].map((mark) => message.lastIndexOf(mark)));
  const rest = message.slice(last + 1);
  return `${message.slice(0, first)}[…]${AFTER_VALUE.test(rest) ? rest : ''}`;
}

/** Removes passwords and queries from URLs, and anything with the form of a token. */
function withoutSecrets(text: string): string {
  return text
    .replace(/\/\/[^/\s@]*@/g, '//[…]@')
    .replace(/(https?:\/\/[^\s?#]*)[?#]\S*/gi, '$1?[…]')
    .replace(/\b(bearer|basic|digest)\s+[\w.~+/=-]{6,}/gi, '$1 […]')
    .replace(/[^\s:"'`]{1,200}:[^\s:"'`]{1,200}\.[0-9A-Za-z]{16,}/g, '[…]')
    .replace(/\buser:[0-9a-f]{16,}/g, '[…]');
}

/** The lines of the stack that are code locations. The text before them repeats the message. */
function framesOf({ stack, message }: Error): string {
  if (typeof stack !== 'string') return '';
  const start = typeof message === 'string' && message !== '' ? stack.indexOf(message) : -1;
  const frames = stack.slice(start === -1 ? 0 : start + message.length).split('\n');
  return frames
    .filter((line) => FRAME.test(line))
    .slice(0, MAX_FRAMES)
    .join('\n');
}

/**
 * The causes of an error, breadth first, each once. TypeORM's wrapped error is omitted because it
 * adds nothing.
 */
function causesOf(error: Error): Error[] {
  const seen = new Set<Error>([error]);
  let level = [error];
  while (level.length > 0 && seen.size <= MAX_CAUSES) {
    level = level.flatMap(behind).filter((one) => !seen.has(one));
    for (const one of level) if (seen.size <= MAX_CAUSES) seen.add(one);
  }
  return [...seen].slice(1);
}

function behind(error: Error): Error[] {
  const { cause, errors } = error as { cause?: unknown; errors?: unknown };
  return [cause, ...(Array.isArray(errors) ? errors.slice(0, MAX_CAUSES) : [])].filter(isError);
}
