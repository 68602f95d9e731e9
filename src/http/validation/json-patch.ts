import jsonPatch, { type Operation } from 'fast-json-patch';
import { AnyValue, OneOf, Text } from './shape.decorators.js';
import { BadDataError } from '../../errors/general.errors.js';

/** One step of a JSON Patch (RFC 6902). `test` is not supported, as in the reference. */
export class PatchStepDto {
  /** The operation. */
  @OneOf(['add', 'remove', 'replace', 'copy', 'move'])
  op: 'add' | 'remove' | 'replace' | 'copy' | 'move';
  /** Target location as a JSON Pointer, such as `/description`. */
  @Text()
  path: string;
  /** Source location for `copy` and `move`. */
  @Text({ optional: true })
  from?: string;
  /** Value for `add` and `replace`. */
  @AnyValue()
  value?: unknown;
}

/**
 * Maximum JSON characters that a patch may copy and move, because copying a document into itself
 * doubles it with each step.
 */
const COPIED_MAX = 1_000_000;

/**
 * Applies a patch to a copy of the document.
 * @throws BadDataError when a step cannot be applied.
 */
export function applyPatch<T extends object>(document: T, steps: readonly PatchStepDto[]): T {
  let after = structuredClone(document);
  let copied = 0;
  for (const [index, step] of structuredClone(steps as Operation[]).entries()) {
    try {
      if (step.op === 'copy' || step.op === 'move')
        copied += JSON.stringify(jsonPatch.getValueByPointer(after, step.from))?.length ?? 0;
      if (copied <= COPIED_MAX)
        after = jsonPatch.applyPatch(after, [step], true, true, true).newDocument;
    } catch (error) {
      const { name } = error as { name?: string };
      const reason = `Step ${index + 1} (${step.op} ${step.path}) has a path that does not exist.`;
      throw new BadDataError(
        `The patch cannot be applied. ${reason} ${name ? `(${name})` : ''}`.trim(),
      );
    }
    if (copied > COPIED_MAX)
      throw new BadDataError(
        `Step ${index + 1} copies or moves data so that the patch exceeds ${COPIED_MAX} ` +
          'characters.',
      );
  }
  return after;
}
