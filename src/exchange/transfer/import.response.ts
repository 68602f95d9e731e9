/** A problem with the things it affects. */
export class ImportFindingResponse {
  /** Description of the problem. */
  message: string;
  /** Names of the affected things; may be empty. */
  affectedItems: string[];
}

/** Preview of an import. */
export class ImportCheckResponse {
  /** Problems that prevent the import; empty when there are none. */
  errors: ImportFindingResponse[];
  /** Effects that may be unexpected. */
  warnings: ImportFindingResponse[];
  /** The missing permissions as one finding; empty when there are none. */
  permissions: ImportFindingResponse[];
}
