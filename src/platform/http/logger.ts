import type { LoggerService } from '@nestjs/common';
import { pino, type DestinationStream, type Logger } from 'pino';
import { tracing } from '../tracing/tracing.js';
import { errorText, isError, serializeError } from './serialize-error.js';

/** Keys whose values are removed from log lines. */
const SECRETS = [
  'authorization',
  'cookie',
  'password',
  'secret',
  'token',
  '*.authorization',
  '*.cookie',
  '*.password',
  '*.secret',
  '*.token',
];

/**
 * Logs structured JSON to standard output, one object per line, with the ids of the current trace.
 */
export function newLogger(level: string, destination?: DestinationStream): Logger {
  const options = {
    level,
    redact: SECRETS,
    base: undefined,
    timestamp: pino.stdTimeFunctions.isoTime,
    serializers: { err: serializeError },
    formatters: { log: withSafeErrors },
    mixin: () => tracing.current?.ids() ?? {},
  };
  return destination ? pino(options, destination) : pino(options);
}

/** Reduces errors under keys other than `err` in the same way. */
function withSafeErrors(fields: Record<string, unknown>): Record<string, unknown> {
  const entries = Object.entries(fields).map(([name, value]) => [
    name,
    name !== 'err' && isError(value) ? serializeError(value) : value,
  ]);
  return Object.fromEntries(entries) as Record<string, unknown>;
}

/**
 * Contexts of Nest's start-up messages for each module and route, which are logged at debug level.
 */
const STARTUP = new Set<unknown>([
  'NestFactory',
  'InstanceLoader',
  'RoutesResolver',
  'RouterExplorer',
  'NestApplication',
]);

/**
 * Adapts Nest's Logger to pino. An object as first argument provides fields; the text follows it.
 */
export class PinoLogger implements LoggerService {
  constructor(private readonly pino: Logger) {}

  log = (message: unknown, ...rest: unknown[]): void =>
    this.write(STARTUP.has(rest.at(-1)) ? 'debug' : 'info', message, rest);
  error = (message: unknown, ...rest: unknown[]): void => this.write('error', message, rest);
  warn = (message: unknown, ...rest: unknown[]): void => this.write('warn', message, rest);
  debug = (message: unknown, ...rest: unknown[]): void => this.write('debug', message, rest);
  verbose = (message: unknown, ...rest: unknown[]): void => this.write('trace', message, rest);
  fatal = (message: unknown, ...rest: unknown[]): void => this.write('fatal', message, rest);

  private write(
    level: 'info' | 'error' | 'warn' | 'debug' | 'trace' | 'fatal',
    message: unknown,
    rest: unknown[],
  ): void {
    const context = rest.at(-1);
    const texts = [message, ...rest.slice(0, -1)].flatMap((part) =>
      isError(part) && part !== message ? [errorText(part)] : [part],
    );
    const fields = typeof message === 'object' && message !== null ? message : {};
    const text = texts.filter((part) => typeof part === 'string').join(' ');
    this.pino[level]({ context, ...(isError(fields) ? { err: fields } : fields) }, text);
  }
}
