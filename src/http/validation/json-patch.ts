import jsonPatch, { type Operation } from 'fast-json-patch';
import { AnyValue, OneOf, Text } from './shape.decorators.js';
import { BadDataError } from '../../errors/general.errors.js';

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

/**
 * How much a patch may copy and move, in characters of JSON: a document that is copied into itself
 * doubles with each step.
 */
const COPIED_MAX = 1_000_000;

/**
 * What a document becomes by a patch; the document and the steps stay as they are. @throws
 * BadDataError when a step cannot be carried out.
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
      const reason = `Step ${index + 1} (${step.op} ${step.path}) leads nowhere.`;
      throw new BadDataError(
        `The patch cannot be applied. ${reason} ${name ? `(${name})` : ''}`.trim(),
      );
    }
    if (copied > COPIED_MAX)
      throw new BadDataError(
        `The patch copies and moves more than ${COPIED_MAX} characters, by its step ${index + 1}.`,
      );
  }
  return after;
}
