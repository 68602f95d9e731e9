import { type ArgumentMetadata, Injectable, type PipeTransform, type Type as Class } from '@nestjs/common';
import { plainToInstance } from 'class-transformer';
import { validate, type ValidationError } from 'class-validator';
import { BadDataError, type ErrorDetail } from '../errors.js';
import { unknownKeys } from './unknown-keys.js';

const BUILT_IN = new Set<unknown>([String, Number, Boolean, Object, Array, Date]);

/** Turns bodies and queries into their DTOs, or refuses them with everything that was wrong. Path parameters pass: they are texts by nature. */
@Injectable()
export class ValidationPipe implements PipeTransform {
  async transform(value: unknown, { type, metatype }: ArgumentMetadata): Promise<unknown> {
    if ((type !== 'body' && type !== 'query') || !metatype || BUILT_IN.has(metatype)) return value;
    return checked(metatype, value, `/${type}`);
  }
}

/** For a body that is a list: checks each item. */
export class ListPipe implements PipeTransform {
  constructor(private readonly item: Class) {}

  async transform(value: unknown): Promise<unknown[]> {
    if (!Array.isArray(value)) throw refusal([{ message: 'The body must be a list.', path: '/body' }]);
    return Promise.all(value.map((one, index) => checked(this.item, one, `/body/${index}`)));
  }
}

/** Checks a value of the domain by the rules of a class, such as one that a JSON Patch has led to. `path` says where it stands. */
export async function checked<T extends object>(type: Class<T>, value: unknown, path: string): Promise<T> {
  if (value === null || typeof value !== 'object' || Array.isArray(value)) throw refusal([{ message: 'must be an object', path }]);
  const unknown = unknownKeys(type, value);
  if (unknown.length > 0)
    throw refusal(unknown.map((key) => ({ message: `The property ${key} is not known here.`, path: `${path}/${key}` })));
  if (misleads(value)) throw refusal([{ message: 'No property within an object can be called "constructor".', path }]);
  const instance = plainToInstance(type, value, { exposeUnsetFields: false });
  const errors = await validate(instance, {
    whitelist: true,
    forbidUnknownValues: false,
    validationError: { target: false, value: false },
  });
  if (errors.length > 0) throw refusal(errors.flatMap((error) => details(error, path)));
  return instance;
}

/** Whether an object within the value would be taken for one of a class of its own, by its property "constructor": class-transformer fails on it. */
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
  const own = Object.values(error.constraints ?? {}).map((message) => ({ message: `${message}.`, path }));
  return [...own, ...(error.children ?? []).flatMap((child) => details(child, path))];
}

function refusal(list: ErrorDetail[]): BadDataError {
  return new BadDataError(`The request cannot be used: ${list[0]?.message ?? ''}`, list);
}
