import { ApiProperty } from '@nestjs/swagger';
import { Flag, Int, INT4, ListOf, Text } from '../../platform/http/validation/shape.decorators.js';
import { URL_NAME, URL_NAME_WANTED } from '../../platform/http/validation/url-name.js';
import { MOST_REFERENCES } from './most-references.js';

/** Maximum number of features and references in a response. */
export const MOST_LISTED = 1_000;

/** Text in one line: no control characters and no line separators. */
const ONE_LINE = /^[^\u0000-\u001f\u007f-\u009f\u2028\u2029]*$/;
/** A path below the folder of a repository: relative, without `.`, `..` and empty parts. */
const FILE =
  /^(?!\.{0,2}(?:\/|$))(?!.*\/\.{0,2}(?:\/|$))[^\u0000-\u001f\u007f-\u009f\u2028\u2029]+$/;
/** An address whose host no placeholder can change, and that has no credentials. */
const URL_TEMPLATE = /^https:\/\/[^\s/{}@?#\\]+\/\S*$/i;

/** A line of a file that names a feature. */
export class CodeReferenceDto {
  /** Name of the feature, which need not exist. */
  @Text({ min: 1, max: 100, pattern: URL_NAME, wanted: URL_NAME_WANTED })
  feature: string;
  /** The file, as a path with slashes below the folder of the repository. */
  @Text({ min: 1, max: 500, pattern: FILE, wanted: 'a relative path without "." and ".."' })
  file: string;
  /** Number of the line, from 1 on. */
  @Int({ min: 1, max: INT4.max })
  line: number;
}

/** What a scan of a repository has found. */
export class CodeScanDto {
  /** Name of the repository, such as `acme/shop`. */
  @Text({
    min: 1,
    max: 200,
    trim: true,
    pattern: ONE_LINE,
    wanted: 'one line without control characters',
  })
  repository: string;
  /** The revision that was scanned, such as the hash of a commit. */
  @Text({
    optional: true,
    nullable: true,
    max: 100,
    pattern: /^[\w./+-]+$/,
    wanted: 'a name of a revision',
  })
  revision?: string | null;
  /**
   * Address of a line, with `https://` and `{{revision}}`, `{{file}}` and `{{line}}` in its path;
   * none by default.
   */
  @Text({
    optional: true,
    nullable: true,
    max: 500,
    pattern: URL_TEMPLATE,
    wanted: 'an address that starts with https:// and a host',
  })
  urlTemplate?: string | null;
  /** Whether these are all references; true by default. */
  @Flag({ optional: true })
  complete?: boolean;
  /** The references, which replace those of the repository. */
  @ListOf(() => CodeReferenceDto, { max: MOST_REFERENCES })
  references: CodeReferenceDto[];
}

/** A repository that was scanned for features of a project. */
export class CodeRepositoryResponse {
  /** Id of the repository. */
  @ApiProperty({ type: 'integer', minimum: 1 })
  id: number;
  /** Name of the repository. */
  name: string;
  /** The scanned revision; null when it is unknown. */
  @ApiProperty({ type: String, nullable: true })
  revision: string | null;
  /** Whether all references are known. */
  complete: boolean;
  /** When it was scanned last. */
  @ApiProperty({ format: 'date-time' })
  scannedAt: string;
}

/** A repository with the number of its references. */
export class ScannedRepositoryResponse extends CodeRepositoryResponse {
  /** Number of references. */
  @ApiProperty({ type: 'integer', minimum: 0 })
  referenceCount: number;
  /** Number of names of features in these. */
  @ApiProperty({ type: 'integer', minimum: 0 })
  featureCount: number;
}

/** A repository after a scan. */
export class CodeScanResponse extends ScannedRepositoryResponse {
  /** Number of references that are new. */
  @ApiProperty({ type: 'integer', minimum: 0 })
  added: number;
  /** Number of references that are gone. */
  @ApiProperty({ type: 'integer', minimum: 0 })
  removed: number;
}

/** A place in code. */
export class CodePlaceResponse {
  /** The file, as a path below the folder of the repository. */
  file: string;
  /** Number of the line. */
  @ApiProperty({ type: 'integer', minimum: 1 })
  line: number;
  /** Address of the line; null when it is unknown. */
  @ApiProperty({ type: String, nullable: true })
  url: string | null;
}

const OBSOLETE_REASONS = ['archived', 'unknown'] as const;

/** A reference to a feature that the project does not have any more. */
export class ObsoleteReferenceResponse extends CodePlaceResponse {
  /** The name in the code. */
  feature: string;
  /** `archived`: the feature is archived; `unknown`: the project has no feature of this name. */
  @ApiProperty({ enum: OBSOLETE_REASONS })
  reason: string;
  /** Name of the repository. */
  repository: string;
}

/** Where code names the features of a project, and where it does not. */
export class ProjectCodeReferencesResponse {
  /** The scanned repositories by name, at most 50. */
  repositories: ScannedRepositoryResponse[];
  /** Number of live features that no repository names; 0 while none is scanned. */
  @ApiProperty({ type: 'integer', minimum: 0 })
  unreferencedTotal: number;
  /** Their names, at most 1,000. */
  unreferenced: string[];
  /** Number of references to features that are archived or that the project does not have. */
  @ApiProperty({ type: 'integer', minimum: 0 })
  obsoleteTotal: number;
  /** These references by feature, at most 1,000. */
  obsolete: ObsoleteReferenceResponse[];
}

/** A repository with the places that name a feature. */
export class ReferringRepositoryResponse extends CodeRepositoryResponse {
  /** The places by file and line. */
  references: CodePlaceResponse[];
}

/** Where code names a feature. */
export class FeatureCodeReferencesResponse {
  /** Number of places in all repositories. */
  @ApiProperty({ type: 'integer', minimum: 0 })
  total: number;
  /** All scanned repositories by name, with at most 1,000 places together. */
  repositories: ReferringRepositoryResponse[];
}
