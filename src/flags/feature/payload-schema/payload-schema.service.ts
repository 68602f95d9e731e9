import { isDeepStrictEqual } from 'node:util';
import { Injectable } from '@nestjs/common';
import type { Actor } from '../../../core/event/actor.js';
import type { PayloadSchemaPayload } from '../../../core/event/feature-events.js';
import type { DomainEvent } from '../../../core/event/event.types.js';
import type { Tx } from '../../../core/event/tx.js';
import { UnitOfWork } from '../../../core/event/unit-of-work.js';
import { Database, type Reader } from '../../../platform/database/database.js';
import { BadDataError } from '../../../platform/errors/general.errors.js';
import type { FeatureParams } from '../feature.dto.js';
import { lockFeature } from '../feature-lock.js';
import { notFound } from '../feature.read-model.js';
import { PayloadCheck, type PlacedViolation } from './payload-check.js';
import type { PayloadsChecked } from './payload-check.task.js';
import type {
  PayloadCheckDto,
  PayloadCheckResponse,
  PayloadSchemaDto,
  PayloadSchemaResponse,
  PayloadViolationResponse,
} from './payload-schema.dto.js';
import {
  DELETE,
  type PlacedPayload,
  PUT,
  READ,
  READ_LOCKED,
  READ_PAYLOADS,
  type StoredSchema,
} from './payload-schema.sql.js';

/** Maximum length of the JSON of a schema, in characters. */
const MAX_SCHEMA_LENGTH = 32_768;
/** Maximum levels of objects and lists in a schema. */
const MAX_SCHEMA_DEPTH = 32;

/** Where payloads of a request are. */
const NOWHERE = { environment: null, strategyId: null, variant: null };

/** Sets what payloads of features have to be. */
@Injectable()
export class PayloadSchemaService {
  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly database: Database,
    private readonly payloads: PayloadCheck,
  ) {}

  /** @throws NotFoundError when the project has no such feature. */
  async get(at: FeatureParams, reader: Reader): Promise<PayloadSchemaResponse> {
    const { schema, enforced } = await this.read(at, reader);
    if (enforced !== false) return { schema, enforcement: 'refuse', violations: [] };
    const violations = await this.payloads.violationsOf([at.featureName], (names) =>
      this.database.runFor(reader, READ_PAYLOADS, [names]),
    );
    return { schema, enforcement: 'warn', violations: violations.map(shown) };
  }

  /**
   * Sets the schema.
   * @throws BadDataError when it is invalid, or payloads violate it that have to follow it.
   * @throws NotFoundError, ArchivedFeatureError when there is no such live feature.
   */
  async put(at: FeatureParams, dto: PayloadSchemaDto, actor: Actor): Promise<void> {
    await this.requireSchema(dto.schema);
    const wanted = new Map([[at.featureName, storedOf(dto)]]);
    await this.unitOfWork.run(actor, async (tx) => {
      await lockFeature(tx, at, 'update');
      await this.putAll(at.projectId, wanted, tx);
    });
  }

  /**
   * Sets the schemas of features, which are locked, within a transaction. The unit of work checks
   * their payloads before it ends.
   */
  async putAll(
    project: string,
    wanted: ReadonlyMap<string, PayloadSchemaPayload>,
    tx: Tx,
  ): Promise<void> {
    const before = await schemasOf([...wanted.keys()], tx);
    const changed = [...wanted].filter(([name, one]) => !isDeepStrictEqual(one, before.get(name)));
    if (changed.length === 0) return;
    const rows = changed.map(([featureName, { schema, enforcement }]) => ({
      ...{ featureName, schema, enforced: enforcement === 'refuse' },
    }));
    await tx.query(PUT, [JSON.stringify(rows)]);
    await tx.recordAll(
      changed.map(([featureName, data]): DomainEvent => {
        const place = { project, featureName };
        const preData = before.get(featureName);
        return preData
          ? { type: 'feature-payload-schema-updated', ...place, data, preData }
          : { type: 'feature-payload-schema-added', ...place, data };
      }),
    );
  }

  /** Removes the schema. Without one nothing is changed and nothing recorded. */
  async remove(at: FeatureParams, actor: Actor): Promise<void> {
    const { projectId: project, featureName } = at;
    await this.unitOfWork.run(actor, async (tx) => {
      await lockFeature(tx, at, 'update');
      const preData = (await schemasOf([featureName], tx)).get(featureName);
      if (!preData) return;
      await tx.query(DELETE, [featureName]);
      await tx.record({ type: 'feature-payload-schema-removed', project, featureName, preData });
    });
  }

  /** Gives a clone the schema of its source, which is locked like the clone. */
  async copy(from: string, { projectId, featureName }: FeatureParams, tx: Tx): Promise<void> {
    const schema = (await schemasOf([from], tx)).get(from);
    if (schema) await this.putAll(projectId, new Map([[featureName, schema]]), tx);
  }

  /** Checks a schema or payloads, and changes nothing. */
  async check(
    at: FeatureParams,
    { schema: given, payloads }: PayloadCheckDto,
    reader: Reader,
  ): Promise<PayloadCheckResponse> {
    if (given) requireForm(given);
    const schema = given ?? (await this.read(at, reader)).schema;
    if (!schema) return { fault: null, violations: [] };
    const present = payloads ? [] : await this.presentOf(at.featureName, reader);
    const checked = await this.payloads.check(JSON.stringify(schema), payloads ?? present);
    if ('fault' in checked) return { fault: checked.fault, violations: [] };
    const violations = checked.violations.map(({ index, ...violation }) => {
      const place = present[index];
      if (!place) return { ...NOWHERE, index, ...violation };
      const { environment, strategyId, variant } = place;
      return { index: null, environment, strategyId, variant, ...violation };
    });
    return { fault: null, violations };
  }

  private async presentOf(featureName: string, reader: Reader): Promise<readonly PlacedPayload[]> {
    const [row] = await this.database.runFor(reader, READ_PAYLOADS, [[featureName]]);
    return row?.payloads ?? [];
  }

  /** @throws NotFoundError */
  private async read(
    { projectId, featureName }: FeatureParams,
    reader: Reader,
  ): Promise<StoredSchema> {
    const [row] = await this.database.runFor(reader, READ, [projectId, featureName]);
    if (!row) throw notFound({ projectId, featureName });
    return row;
  }

  /** @throws BadDataError that says what is wrong, and where. */
  async requireSchema(schema: object): Promise<void> {
    requireForm(schema);
    const checked: PayloadsChecked = await this.payloads.check(JSON.stringify(schema), []);
    if (!('fault' in checked)) return;
    const { pointer, message } = checked.fault;
    const part = pointer === '' ? 'it' : `"${pointer}"`;
    refuse(`The schema is invalid: ${part} ${message}.`, pointer);
  }
}

async function schemasOf(
  names: readonly string[],
  tx: Tx,
): Promise<Map<string, PayloadSchemaPayload>> {
  const rows = await tx.query(READ_LOCKED, [names]);
  return new Map(
    rows.map(({ featureName, schema, enforced }) => [
      featureName,
      { schema, enforcement: enforced ? 'refuse' : 'warn' },
    ]),
  );
}

/** A schema as it is stored and recorded. */
export function storedOf({
  schema,
  enforcement = 'refuse',
}: PayloadSchemaDto): PayloadSchemaPayload {
  return { schema, enforcement };
}

/** @throws BadDataError when a schema is too large. */
function requireForm(schema: object): void {
  const { length } = JSON.stringify(schema);
  if (length > MAX_SCHEMA_LENGTH)
    refuse(`A schema can have at most ${MAX_SCHEMA_LENGTH} characters, not ${length}.`);
  if (depthOf(schema, MAX_SCHEMA_DEPTH) > MAX_SCHEMA_DEPTH)
    refuse(`A schema can have at most ${MAX_SCHEMA_DEPTH} levels.`);
}

/** The levels of a value, or more than `max`. */
function depthOf(value: unknown, max: number): number {
  if (typeof value !== 'object' || value === null) return 0;
  if (max === 0) return 1;
  return 1 + Math.max(0, ...Object.values(value).map((one) => depthOf(one, max - 1)));
}

function refuse(message: string, pointer = ''): never {
  throw new BadDataError(message, [{ message, path: `/body/schema${pointer}` }]);
}

function shown({
  environment,
  strategyId,
  variant,
  pointer,
  rule,
  message,
}: PlacedViolation): PayloadViolationResponse {
  return { index: null, environment, strategyId, variant, pointer, rule, message };
}
