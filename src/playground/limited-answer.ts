import { BadDataError } from '../errors/general.errors.js';

/** Counts the characters of an answer while it is made. */
export class LimitedAnswer {
  private length = 0;

  constructor(private readonly megabytes: number) {}

  /** A part of the answer as JSON. @throws BadDataError when the answer becomes too large by it. */
  json(part: object): string {
    const json = JSON.stringify(part);
    return this.add(json, json.length);
  }

  /**
   * A part of which so many characters were not counted yet. @throws BadDataError as {@link json}
   * does.
   */
  add(part: string, characters: number): string {
    this.require(characters);
    this.length += characters;
    return part;
  }

  /** @throws BadDataError when the answer would become too large by so many characters more. */
  require(more: number): void {
    if (this.length + more <= this.megabytes * 1_048_576) return;
    throw new BadDataError(
      `The answer would be larger than ${this.megabytes} MiB. Choose fewer projects, environments or values, or a smaller context.`,
    );
  }
}
