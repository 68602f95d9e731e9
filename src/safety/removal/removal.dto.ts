import { ApiProperty, OmitType } from '@nestjs/swagger';
import { Within } from '../../platform/http/validation/shape.decorators.js';

/** For how long a feature must have been the same. */
export class RemovalQuery {
  /** Number of days for which everybody must have got the same; 7 by default. */
  @Within({ min: 1, max: 365, preset: 7 })
  days: number = 7;
}

/** Why a certificate is refused. */
export const REASONS = [
  'conditional',
  'several-variants',
  'parents',
  'children',
  'too-short',
  'restored',
  'late-usage',
  'lost-usage',
  'silent',
  'late-sdks',
  'schedules',
  'change-requests',
  'release-plan',
  'safeguards',
  'signals',
] as const;
export type RemovalReason = (typeof REASONS)[number];

/** A reason why it is not safe to say that everybody always gets the same. */
export class RemovalRefusalResponse {
  /** The kind of reason. */
  @ApiProperty({ enum: REASONS })
  reason: RemovalReason;
  /** The reason in words. */
  message: string;
}

/** An application that evaluated the feature. */
export class RemovalApplicationResponse {
  /** Name of the application. */
  appName: string;
  /** Number of evaluations as on. */
  @ApiProperty({ type: 'integer', minimum: 0 })
  yes: number;
  /** Number of evaluations as off. */
  @ApiProperty({ type: 'integer', minimum: 0 })
  no: number;
  /** The last hour in which it did. */
  @ApiProperty({ format: 'date-time' })
  lastHour: string;
  /** SDKs of its instances, such as `unleash-client-node:6.0.0`. */
  sdks: string[];
}

/** A scanned repository, and how often it names the feature. */
export class RemovalRepositoryResponse {
  /** Name of the repository. */
  name: string;
  /** The scanned revision; null when it is unknown. */
  @ApiProperty({ type: String, nullable: true })
  revision: string | null;
  /** Whether all references are known. */
  complete: boolean;
  /** When it was scanned. */
  @ApiProperty({ format: 'date-time' })
  scannedAt: string;
  /** Number of lines that name the feature. */
  @ApiProperty({ type: 'integer', minimum: 0 })
  references: number;
}

/** What is known of a feature in an environment, and whether a certificate could be issued. */
export class RemovalCheckResponse {
  /** Id of this installation of the service. */
  instanceId: string;
  /** When it was looked at. */
  @ApiProperty({ format: 'date-time' })
  issuedAt: string;
  /** Id of the project. */
  project: string;
  /** Name of the feature. */
  feature: string;
  /** Name of the environment. */
  environment: string;
  /** What everybody gets; null when it is not the same for everybody. */
  @ApiProperty({ type: String, enum: ['on', 'off', null], nullable: true })
  state: 'on' | 'off' | null;
  /** The variant that everybody gets; null for none. */
  @ApiProperty({ type: String, nullable: true })
  variant: string | null;
  /** Since when it is known to be so. */
  @ApiProperty({ format: 'date-time' })
  since: string;
  /** Id of the event since which it is so; null when that is older than the audit log. */
  @ApiProperty({ type: 'integer', nullable: true })
  sinceEvent: number | null;
  /** For how many days it must have been so. */
  @ApiProperty({ type: 'integer' })
  days: number;
  /** Number of evaluations as on, of which reports are kept. */
  @ApiProperty({ type: 'integer', minimum: 0 })
  yes: number;
  /** Number of evaluations as off, of which reports are kept. */
  @ApiProperty({ type: 'integer', minimum: 0 })
  no: number;
  /** Since when they are counted: in whole hours, and as long as reports are kept. */
  @ApiProperty({ format: 'date-time' })
  countedFrom: string;
  /** When the last report arrived; null when there was none. */
  @ApiProperty({ type: String, format: 'date-time', nullable: true })
  lastSeenAt: string | null;
  /** The applications that evaluated it, by name. */
  applications: RemovalApplicationResponse[];
  /** The repositories that are scanned for features of the project. */
  repositories: RemovalRepositoryResponse[];
  /** Why no certificate is issued; empty when one can be. */
  refusals: RemovalRefusalResponse[];
}

/** What a certificate states. */
export class RemovalCertificateContentResponse extends OmitType(RemovalCheckResponse, [
  'refusals',
  'state',
]) {
  /** Version of this format; always 1. */
  @ApiProperty({ type: 'integer', enum: [1] })
  version: 1;
  /** What everybody always got. */
  @ApiProperty({ enum: ['on', 'off'] })
  state: 'on' | 'off';
  /** Until when it may be relied on. */
  @ApiProperty({ format: 'date-time' })
  validUntil: string;
}

/** A signed statement that everybody always got the same. */
export class RemovalCertificateResponse {
  /** JSON Web Signature over the content, in its compact form (RFC 7515). */
  @ApiProperty({ pattern: '^[\\w-]+\\.[\\w-]+\\.[\\w-]{86}$' })
  certificate: string;
  /** What the certificate states. */
  content: RemovalCertificateContentResponse;
}
