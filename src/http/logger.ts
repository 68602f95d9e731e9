import type { LoggerService } from '@nestjs/common';
import { pino, type DestinationStream, type Logger } from 'pino';
import { errorText, isError, serializeError } from './serialize-error.js';

/** What may stand in a log line by accident and must never be readable there. */
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

/** Structured logs: one JSON object a line, on standard output. */
export function newLogger(level: string, destination?: DestinationStream): Logger {
  const options = {
    level,
    redact: SECRETS,
    base: undefined,
    timestamp: pino.stdTimeFunctions.isoTime,
    serializers: { err: serializeError },
    formatters: { log: withSafeErrors },
  };
  return destination ? pino(options, destination) : pino(options);
}

/** Errors under any other name than `err` are reduced in the same way. */
function withSafeErrors(fields: Record<string, unknown>): Record<string, unknown> {
  const entries = Object.entries(fields).map(([name, value]) => [
    name,
    name !== 'err' && isError(value) ? serializeError(value) : value,
  ]);
  return Object.fromEntries(entries) as Record<string, unknown>;
}

/**
 * Where Nest tells each module and route that it has set up: of interest to those who look for a
 * fault in that.
 */
const STARTUP = new Set<unknown>([
  'NestFactory',
  'InstanceLoader',
  'RoutesResolver',
  'RouterExplorer',
  'NestApplication',
]);

/**
 * Lets Nest, and whoever uses Nest's Logger, write through pino. A first argument that is an object
 * gives fields; the text comes after it.
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
