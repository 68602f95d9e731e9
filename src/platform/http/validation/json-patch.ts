import jsonPatch, { type Operation } from 'fast-json-patch';
import { AnyValue, OneOf, Text } from './shape.decorators.js';
import { BadDataError } from '../../errors/general.errors.js';
import { TimeSlice } from '../../sandbox/time-slice.js';
import { parseJsonBody } from '../body/json-body.js';
import { BODY_ITEMS } from '../endpoint-promise.js';

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
const COPIED_MAX = 100_000;

/**
 * Applies a patch to a copy of the document, in slices of time. The result is within the limits of
 * a body.
 * @throws BadDataError when a step cannot be applied, or the result exceeds a limit.
 */
export async function applyPatch(
  document: object,
  steps: readonly PatchStepDto[],
): Promise<unknown> {
  const slice = new TimeSlice();
  const patched = new PatchedDocument(document);
  for (const [index, step] of structuredClone(steps).entries()) {
    await slice.rest();
    patched.apply(step, index + 1);
  }
  return patched.withinLimits();
}

/** A document to which the steps of a patch are applied one by one. */
class PatchedDocument {
  private document: unknown;
  /** JSON characters that were copied and moved. */
  private copied = 0;

  constructor(before: object) {
    this.document = structuredClone(before);
  }

  /** @throws BadDataError when the step cannot be applied, or copies too much. */
  apply(step: PatchStepDto, number: number): void {
    const name = `Step ${number} (${step.op} ${step.path})`;
    if (step.op === 'move' && isWithin(step.path, step.from))
      throw refused(`${name} moves a value into itself.`);
    try {
      for (const operation of this.operationsOf(step)) this.carryOut(operation);
    } catch (error) {
      if (error instanceof BadDataError) throw error;
      const { name: code } = error as { name?: string };
      throw refused(`${name} has a path that does not exist. ${code ? `(${code})` : ''}`.trim());
    }
  }

  /** @throws BadDataError */
  async withinLimits(): Promise<unknown> {
    const { document } = this;
    if (document === null || typeof document !== 'object') return document;
    return parseJsonBody(Buffer.from(jsonOf(document)), BODY_ITEMS);
  }

  /**
   * Replaces `copy` and `move` by `remove` and `add`: the library would copy the whole document for
   * each such step.
   */
  private operationsOf(step: PatchStepDto): Operation[] {
    const { op, path, from = '' } = step;
    if (op !== 'copy' && op !== 'move') return [step as Operation];
    if (step.from === undefined) throw refused('copy and move need the property "from".');
    const json = jsonOf(jsonPatch.getValueByPointer(this.document, from));
    this.copied += json.length;
    if (this.copied > COPIED_MAX)
      throw refused(`It copies or moves more than ${COPIED_MAX} characters of JSON.`);
    const add: Operation = { op: 'add', path, value: JSON.parse(json) as unknown };
    return op === 'copy' ? [add] : [{ op: 'remove', path: from }, add];
  }

  private carryOut(operation: Operation): void {
    this.document = jsonPatch.applyPatch(this.document, [operation], true, true, true).newDocument;
  }
}

/**
 * Whether a path is below another. A value moved there would contain itself (RFC 6902, section
 * 4.4), and reading it would never end.
 */
function isWithin(path: string, from: string | undefined): boolean {
  return from !== undefined && path.startsWith(`${from}/`);
}

/** @throws Error when a value is not JSON, such as a method that objects inherit. */
function jsonOf(value: unknown): string {
  const json = JSON.stringify(value) as string | undefined;
  if (json === undefined) throw new Error();
  return json;
}

function refused(reason: string): BadDataError {
  return new BadDataError(`The patch cannot be applied. ${reason}`);
}
