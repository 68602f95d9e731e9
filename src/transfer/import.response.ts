/** Something that was found, and in what. */
export class ImportFindingResponse {
  /** What was found. */
  message: string;
  /** Names of the things that it is about; may be empty. */
  affectedItems: string[];
}

/** What an import would meet. */
export class ImportCheckResponse {
  /** Why it would be refused; nothing when it would not. */
  errors: ImportFindingResponse[];
  /** What it would do that may surprise. */
  warnings: ImportFindingResponse[];
  /** Which permissions the caller lacks for it, as one finding; nothing when none. */
  permissions: ImportFindingResponse[];
}
