import jsonPatch, { type Operation } from 'fast-json-patch';
import { AnyValue, OneOf, Text } from './validation/shape.decorators.js';
import { BadDataError } from './errors.js';

/** One step of a JSON Patch (RFC 6902). `test` is not offered, as in the reference. */
export class PatchStepDto {
  /** What to do. */
  @OneOf(['add', 'remove', 'replace', 'copy', 'move'])
  op: 'add' | 'remove' | 'replace' | 'copy' | 'move';
  /** Where, as a JSON Pointer like `/description`. */
  @Text()
  path: string;
  /** Where to take from, with `copy` and `move`. */
  @Text({ optional: true })
  from?: string;
  /** What to put there, with `add` and `replace`. */
  @AnyValue()
  value?: unknown;
}

/** What a document becomes by a patch; the document itself stays as it is. @throws BadDataError when a step cannot be carried out. */
export function patched<T extends object>(document: T, steps: readonly PatchStepDto[]): T {
  try {
    return jsonPatch.applyPatch(structuredClone(document), steps as Operation[], true, true, true).newDocument;
  } catch (error) {
    const { name, index } = error as { name?: string; index?: number };
    const step = index === undefined ? '' : ` Step ${index + 1} (${steps[index]?.op} ${steps[index]?.path}) leads nowhere.`;
    throw new BadDataError(`The patch cannot be applied.${step} ${name ? `(${name})` : ''}`.trim());
  }
}
