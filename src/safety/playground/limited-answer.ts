import { BadDataError } from '../../platform/errors/general.errors.js';

/** Counts the characters of a response while it is built. */
export class LimitedAnswer {
  private length = 0;

  constructor(private readonly megabytes: number) {}

  /**
   * Adds a part of the response as JSON.
   * @throws BadDataError when the response becomes too large.
   */
  json(part: object): string {
    const json = JSON.stringify(part);
    return this.add(json, json.length);
  }

  /**
   * Adds a part of the response and counts the given number of characters.
   * @throws BadDataError as {@link json}.
   */
  add(part: string, characters: number): string {
    this.require(characters);
    this.length += characters;
    return part;
  }

  /** @throws BadDataError when this many more characters would make the response too large. */
  require(more: number): void {
    if (this.length + more <= this.megabytes * 1_048_576) return;
    throw new BadDataError(
      `The response would be larger than ${this.megabytes} MiB. Choose fewer projects, ` +
        'environments or values, or a smaller context.',
    );
  }
}
