import { Injectable } from '@nestjs/common';
import { canonicalJson } from '../../audit/audit-log/seal/seal.js';
import { CERTIFICATE_TYPE, compactOf, signedJws } from '../../audit/signing/jws.js';
import { SigningKeys } from '../../audit/signing/signing-keys.js';
import type { Actor } from '../../core/event/actor.js';
import { UnitOfWork } from '../../core/event/unit-of-work.js';
import type { FeatureEnvironmentParams } from '../../flags/feature/feature.dto.js';
import { lockFeature } from '../../flags/feature/feature-lock.js';
import { FeatureReadModel } from '../../flags/feature/feature.read-model.js';
import { Database, type Reader } from '../../platform/database/database.js';
import { ConflictError } from '../../platform/errors/general.errors.js';
import { DeliveryReadModel } from '../../serving/sdk-api/delivery/delivery.read-model.js';
import { outcomeOf } from './outcome.js';
import { type Facts, refusalsOf } from './refusals.js';
import type {
  RemovalApplicationResponse,
  RemovalCertificateContentResponse,
  RemovalCertificateResponse,
  RemovalCheckResponse,
} from './removal.dto.js';
import { READ_BEGINNING, READ_DANGERS, READ_STATE, READ_USAGE } from './removal.sql.js';

/** For how many days a certificate may be relied on. */
const VALID_DAYS = 7;
const DAY_MS = 86_400_000;

/** States whether a feature can be taken out of code, since everybody always got the same. */
@Injectable()
export class RemovalService {
  constructor(
    private readonly database: Database,
    private readonly unitOfWork: UnitOfWork,
    private readonly features: FeatureReadModel,
    private readonly deliveries: DeliveryReadModel,
    private readonly keys: SigningKeys,
  ) {}

  /**
   * What is known, and what speaks against a certificate.
   * @throws NotFoundError when the project lacks the feature or the environment.
   * @throws ArchivedFeatureError
   */
  async check(
    at: FeatureEnvironmentParams,
    days: number,
    reader: Reader,
  ): Promise<RemovalCheckResponse> {
    const { projectId: project, featureName: feature, environment } = at;
    const place = [project, feature, environment] as const;
    await this.features.require(at);
    const [found] = await this.database.runFor(reader, READ_STATE, place);
    const present = found!.state;
    const outcome = outcomeOf(present);
    const isOn = present.enabled;
    const [begun] = await this.database.runFor(reader, READ_BEGINNING, [...place, isOn]);
    const { beginning } = begun!;
    const { since, now, event, instanceId } = beginning;
    const values = [feature, environment, since, isOn, outcome.variant] as const;
    const [used] = await this.database.runFor(reader, READ_USAGE, values);
    const [danger] = await this.database.runFor(reader, READ_DANGERS, [...place, since]);
    const delivery = JSON.parse(await this.deliveries.of(at)) as Facts['delivery'];
    const [usage, dangers] = [used!.usage, danger!.dangers];
    const facts = { present, outcome, beginning, usage, dangers, delivery, days };
    const { yes, no, countedFrom, lastSeenAt, applications } = usage;
    return {
      ...{ instanceId, issuedAt: now, project, feature, environment },
      ...{ state: outcome.state, variant: outcome.variant },
      ...{ since, sinceEvent: event?.id ?? null, days, yes, no, countedFrom, lastSeenAt },
      applications: applications.map(shown),
      repositories: dangers.repositories,
      refusals: refusalsOf(facts),
    };
  }

  /**
   * Issues a certificate, and records that.
   * @throws ConflictError with what speaks against it.
   * @throws InvalidOperationError when there is no signing key.
   */
  async issue(
    at: FeatureEnvironmentParams,
    days: number,
    reader: Reader,
    actor: Actor,
  ): Promise<RemovalCertificateResponse> {
    const content = certified(await this.check(at, days, reader));
    const text = canonicalJson(content);
    const jws = signedJws(text, await this.keys.current(), CERTIFICATE_TYPE);
    const { projectId: project, featureName, environment } = at;
    const { state, variant, since, yes, no, validUntil } = content;
    await this.unitOfWork.run(actor, async (tx) => {
      await lockFeature(tx, at);
      const data = { state, variant, since, evaluations: yes + no, validUntil };
      const place = { project, featureName, environment };
      await tx.record({ type: 'removal-certificate-issued', ...place, data });
    });
    return { certificate: compactOf(jws), content };
  }
}

function shown({
  appName,
  yes,
  no,
  lastHour,
  sdks,
}: RemovalApplicationResponse): RemovalApplicationResponse {
  return { appName, yes, no, lastHour, sdks };
}

/** @throws ConflictError */
function certified({
  refusals,
  state,
  ...known
}: RemovalCheckResponse): RemovalCertificateContentResponse {
  if (state === null || refusals.length > 0)
    throw new ConflictError(
      `No certificate can be issued: ${refusals.map(({ message }) => message).join(' ')}`,
      refusals.map(({ reason, message }) => ({ message, path: `/${reason}` })),
    );
  const validUntil = new Date(Date.parse(known.issuedAt) + VALID_DAYS * DAY_MS).toISOString();
  return { version: 1, state, validUntil, ...known };
}
