/** What a handler returns when the status of this response differs from its usual one. */
export class OtherStatus {
  constructor(
    readonly status: number,
    /** An object, JSON, or undefined for none. */
    readonly body: object | string | undefined,
  ) {}
}
