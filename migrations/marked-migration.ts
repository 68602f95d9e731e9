import type { MigrationInterface } from 'typeorm';

/**
 * Something that former versions of the service need and that a migration takes away. It is allowed
 * in the version after the one that stopped needing it.
 */
export interface ContractStep {
  /** `table`, `table.column`, or `function(argument types)`. */
  object: string;
  /** The first released version that works without it. */
  readySince: string;
}

/** A step that the linter finds and that somebody has decided to be safe. */
export interface ReviewedStep {
  rule: string;
  object: string;
  /** Why it is safe while the previous version serves. */
  because: string;
}

/** A migration with its exceptions from the rules; see docs/develop/migrations.md. */
export interface MarkedMigration extends MigrationInterface {
  readonly contracts?: readonly ContractStep[];
  readonly reviewed?: readonly ReviewedStep[];
}
