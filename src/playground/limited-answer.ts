import { BadDataError } from '../errors/general.errors.js';

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
   * Adds a part of which so many characters are not counted yet.
   * @throws BadDataError as {@link json}.
   */
  add(part: string, characters: number): string {
    this.require(characters);
    this.length += characters;
    return part;
  }

  /** @throws BadDataError when the response would become too large with so many more characters. */
  require(more: number): void {
    if (this.length + more <= this.megabytes * 1_048_576) return;
    throw new BadDataError(
      `The answer would be larger than ${this.megabytes} MiB. Choose fewer projects, ` +
        'environments or values, or a smaller context.',
    );
  }
}
