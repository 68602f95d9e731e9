import {
  type ArgumentMetadata,
  Injectable,
  type PipeTransform,
  type Type as Class,
} from '@nestjs/common';
import { plainToInstance } from 'class-transformer';
import { validate, type ValidationError } from 'class-validator';
import { TimeSlice } from '../../sandbox/time-slice.js';
import { type ErrorDetail, MAX_DETAILS } from '../../errors/api-error.js';
import { BadDataError } from '../../errors/general.errors.js';
import { boundsOf, excessOf, hasManyObjects, MAX_OBJECTS } from './bounds.js';
import { unknownKeys, withoutUnknown } from './unknown-keys.js';

const BUILT_IN = new Set<unknown>([String, Number, Boolean, Object, Array, Date]);
/** Number of nested objects validated per turn, which takes a few milliseconds. */
const IN_ONE_GO = 20;

/** Classes for which an empty object was found valid. */
const validWhenEmpty = new WeakSet<Class>();

/** Converts bodies and queries to DTOs and validates them. Path parameters pass unchanged. */
@Injectable()
export class ValidationPipe implements PipeTransform {
  async transform(value: unknown, { type, metatype }: ArgumentMetadata): Promise<unknown> {
    if ((type !== 'body' && type !== 'query') || !metatype || BUILT_IN.has(metatype)) return value;
    return validated(metatype, value, `/${type}`);
  }
}

/** Validates each item of a body that is a list. */
export class ListPipe implements PipeTransform {
  constructor(private readonly item: Class) {}

  async transform(value: unknown): Promise<unknown[]> {
    if (!Array.isArray(value))
      throw refusal([{ message: 'The body must be a list.', path: '/body' }]);
    return checkedList(this.item, value, '/body');
  }
}

/**
 * Validates a value by the rules of a class, such as the result of a JSON Patch. `path` is its
 * position in error messages.
 */
export async function validated<T extends object>(
  type: Class<T>,
  value: unknown,
  path: string,
): Promise<T> {
  const check = new Check();
  const instance = await check.value(type, value, path);
  check.finish();
  return instance;
}

/** Validates each item of a list like {@link validated}. */
export async function checkedList<T extends object>(
  item: Class<T>,
  list: readonly unknown[],
  path: string,
): Promise<T[]> {
  if (list.length > MAX_OBJECTS)
    throw refusal([{ message: `The list has more than ${MAX_OBJECTS} items.`, path }]);
  const check = new Check();
  const instances = await check.list(item, list, path);
  check.finish();
  return instances;
}

/** One validation of a request, in slices of time. Stops when enough errors are collected. */
class Check {
  private readonly errors: ErrorDetail[] = [];
  private readonly slice = new TimeSlice();

  /** @throws BadDataError when there were errors. */
  finish(): void {
    if (this.errors.length > 0) throw refusal(this.errors);
  }

  async list<T extends object>(
    item: Class<T>,
    list: readonly unknown[],
    path: string,
  ): Promise<T[]> {
    const instances: T[] = [];
    for (const [index, one] of list.entries()) {
      if (this.slice.isOver) await this.slice.pause();
      instances.push(await this.value(item, one, `${path}/${index}`));
      if (this.errors.length >= MAX_DETAILS) this.finish();
    }
    return instances;
  }

  async value<T extends object>(type: Class<T>, value: unknown, path: string): Promise<T> {
    if (value === null || typeof value !== 'object' || Array.isArray(value))
      throw refusal([{ message: 'must be an object', path }]);
    if (isEmpty(value)) return this.empty(type, path);
    const excess = excessOf(type, value, path);
    if (excess) throw refusal([excess]);
    const unknown = unknownKeys(type, value);
    if (unknown.length > 0)
      throw refusal(
        unknown.slice(0, MAX_DETAILS).map((key) => ({
          message: `The property ${key} is unknown.`,
          path: `${path}/${key}`,
        })),
      );
    if (misleads(value))
      throw refusal([
        { message: 'No property within an object can be called "constructor".', path },
      ]);
    if (!hasManyObjects(type, value, IN_ONE_GO)) return this.whole(type, value, path);
    const nested = await this.nested(type, value as Record<string, unknown>, path);
    const others = Object.entries(value).filter(([property]) => !Object.hasOwn(nested, property));
    return Object.assign(
      await this.whole(type, Object.fromEntries(others), path, stubsOf(nested)),
      nested,
    );
  }

  /**
   * Whether an empty object is valid depends only on its class, so it is checked once: most
   * switches have an empty query.
   */
  private async empty<T extends object>(type: Class<T>, path: string): Promise<T> {
    if (validWhenEmpty.has(type)) return plainToInstance(type, {}, { exposeUnsetFields: false });
    const errors = this.errors.length;
    const instance = await this.whole(type, {}, path);
    if (this.errors.length === errors) validWhenEmpty.add(type);
    return instance;
  }

  /** Validates the nested objects of a value one by one. */
  private async nested(
    type: Class,
    value: Record<string, unknown>,
    path: string,
  ): Promise<Record<string, object>> {
    const nested: Record<string, object> = {};
    for (const [property, { item }] of boundsOf(type)) {
      const held = value[property];
      if (!item || held === null || typeof held !== 'object') continue;
      const at = `${path}/${property}`;
      if (!Array.isArray(held)) nested[property] = await this.value(item(), held, at);
      else if (held.every((one) => one !== null && typeof one === 'object' && !Array.isArray(one)))
        nested[property] = await this.list(item(), held, at);
      else throw refusal([{ message: `each value in ${property} must be an object.`, path: at }]);
    }
    return nested;
  }

  /** `stubs` replace properties that were already validated. */
  private async whole<T extends object>(
    type: Class<T>,
    value: object,
    path: string,
    stubs: object = {},
  ): Promise<T> {
    const [kept, asIs] = dividedBy(type, withoutUnknown(type, value));
    const instance = Object.assign(
      plainToInstance(type, kept, { exposeUnsetFields: false }),
      asIs,
      stubs,
    );
    const errors = await validate(instance, {
      whitelist: true,
      forbidUnknownValues: false,
      validationError: { target: false, value: false },
    });
    for (const error of errors) this.errors.push(...details(error, path).slice(0, MAX_DETAILS));
    return instance;
  }
}

/**
 * Divides the properties of a value into those that class-transformer copies and those that are
 * passed on unchanged: copying thousands of properties takes more than a tenth of a second.
 */
function dividedBy(type: Class, value: object): [copied: object, asIs: object] {
  const bounds = boundsOf(type);
  const isAsIs = ([name, held]: [string, unknown]): boolean =>
    bounds.get(name)?.asIs === true && held !== null && typeof held === 'object';
  const entries = Object.entries(value);
  if (!entries.some(isAsIs)) return [value, {}];
  return [
    Object.fromEntries(entries.filter((one) => !isAsIs(one))),
    Object.fromEntries(entries.filter(isAsIs)),
  ];
}

/** Stand-ins for validated nested values, so that rules such as "not empty" still apply. */
function stubsOf(nested: Record<string, object>): object {
  const stubOf = (held: object): object =>
    Array.isArray(held) ? held.slice(0, IN_ONE_GO).map(() => ({})) : {};
  return Object.fromEntries(
    Object.entries(nested).map(([property, held]) => [property, stubOf(held)]),
  );
}

/**
 * Whether a nested object has an own property "constructor", which class-transformer would mistake
 * for its class.
 */
function misleads(value: object): boolean {
  const waiting: unknown[] = Object.values(value);
  while (waiting.length > 0) {
    const one = waiting.pop();
    if (one === null || typeof one !== 'object') continue;
    if (Object.hasOwn(one, 'constructor')) return true;
    for (const part of Object.values(one)) waiting.push(part);
  }
  return false;
}

function details(error: ValidationError, parent: string): ErrorDetail[] {
  const path = `${parent}/${error.property}`;
  const own = Object.values(error.constraints ?? {}).map((message) => ({
    message: `${message}.`,
    path,
  }));
  return [...own, ...(error.children ?? []).flatMap((child) => details(child, path))];
}

function refusal(list: ErrorDetail[]): BadDataError {
  return new BadDataError(`The request cannot be used: ${list[0]?.message ?? ''}`, list);
}

function isEmpty(value: object): boolean {
  for (const name in value) if (Object.hasOwn(value, name)) return false;
  return true;
}
