import { Injectable } from '@nestjs/common';
import type { Caller } from '../../core/auth/caller/caller.js';
import { ConfirmationGate } from '../../core/auth/session/confirmation-gate.js';
import { ContextFieldService } from '../../flags/context-field/context-field.service.js';
import type { Tx } from '../../core/event/tx.js';
import { UnitOfWork } from '../../core/event/unit-of-work.js';
import { PermissionError } from '../../core/auth/caller/auth.errors.js';
import { BadDataError } from '../../platform/errors/general.errors.js';
import { FeatureDependencyService } from '../../flags/feature/dependency/feature-dependency.service.js';
import { PayloadSchemaService } from '../../flags/feature/payload-schema/payload-schema.service.js';
import { FeatureNamingRules } from '../../flags/project/feature-naming.js';
import { TagTypeService } from '../../flags/tag/tag-type.service.js';
import { FeatureImporter, ImportRefusal } from './feature-importer.js';
import { checkOf } from './import-check.js';
import { newNames } from './import-faults.js';
import type { ImportCheckResponse, ImportDto, ImportFindingResponse } from './import.dto.js';
import type { RepairedImport } from './import-file.pipe.js';
import { planOf } from './import-plan.js';
import { type ImportSurvey, takeSurvey } from './import-survey.js';

/** Rolls back a transaction that only served to show what would happen. */
class Rehearsed extends Error {
  constructor(readonly outcome: ImportCheckResponse) {
    super('The rehearsal of an import is over.');
  }
}

/** Imports exported features into a project and one of its environments. */
@Injectable()
export class FeatureImportService {
  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly features: FeatureImporter,
    private readonly dependencies: FeatureDependencyService,
    private readonly contextFields: ContextFieldService,
    private readonly tagTypes: TagTypeService,
    private readonly naming: FeatureNamingRules,
    private readonly confirmations: ConfirmationGate,
    private readonly schemas: PayloadSchemaService,
    private readonly refusal: ImportRefusal,
  ) {}

  /**
   * Previews an import without changing anything. If no problem is apparent, the import is executed
   * and rolled back, so an import that validates without errors is not refused.
   */
  async validate(dto: RepairedImport, caller: Caller): Promise<ImportCheckResponse> {
    const check = await this.validated(dto, caller);
    return { ...check, warnings: [...check.warnings, ...dto.repairs] };
  }

  private async validated(dto: ImportDto, caller: Caller): Promise<ImportCheckResponse> {
    const faults = await this.prepare(dto);
    try {
      return await this.unitOfWork.run(caller, async (tx) => {
        const survey = await takeSurvey(dto, tx);
        const check = await this.check(dto, survey, faults, caller);
        if (check.errors.length > 0 || check.permissions.length > 0) return check;
        throw new Rehearsed(await this.rehearse(dto, survey, check, tx));
      });
    } catch (error) {
      if (error instanceof Rehearsed) return error.outcome;
      throw error;
    }
  }

  /**
   * Imports all features or none. Existing ones are changed, archived ones skipped, and equal ones
   * left unchanged. Each change is recorded like a single one, plus one event for the import.
   * @throws ConfirmationRequired when the project requires one.
   * @throws PermissionError when the caller lacks a permission for a change.
   * @throws BadDataError when something cannot be imported.
   */
  async import(dto: ImportDto, caller: Caller): Promise<void> {
    await this.confirmations.requireIn(caller, 'on', {
      projectId: dto.project,
      environment: dto.environment,
    });
    const faults = await this.prepare(dto);
    await this.unitOfWork.run(caller, async (tx) => {
      const survey = await takeSurvey(dto, tx);
      const { errors, permissions } = await this.check(dto, survey, faults, caller);
      if (permissions.length > 0)
        throw new PermissionError(permissions.flatMap((one) => one.affectedItems));
      if (errors.length > 0) {
        const details = errors.map((one) => ({
          message: [one.message, one.affectedItems.join(', ')].filter(Boolean).join(' '),
        }));
        throw new BadDataError(`Nothing was imported. ${details[0]!.message}`, details);
      }
      await this.carryOut(dto, survey, tx);
      await tx.record({
        type: 'features-imported',
        project: dto.project,
        environment: dto.environment,
      });
    });
  }

  /** Does before the transaction what may take long. @returns What is wrong with schemas. */
  private async prepare({ project, data }: ImportDto): Promise<ImportFindingResponse[]> {
    const names = [...new Set(data.features.map((feature) => feature.name))];
    await this.naming.prepare(project, names);
    const faults: ImportFindingResponse[] = [];
    for (const { feature, schema } of data.payloadSchemas ?? [])
      await this.schemas.requireSchema(schema).catch((error: unknown) => {
        if (!(error instanceof BadDataError)) throw error;
        faults.push({ message: error.message, affectedItems: [feature] });
      });
    return faults;
  }

  private async check(
    dto: ImportDto,
    survey: ImportSurvey,
    faults: readonly ImportFindingResponse[],
    caller: Caller,
  ): Promise<ImportCheckResponse> {
    const unfollowing = await this.naming.unfollowing(
      survey.project?.featureNaming ?? null,
      newNames(dto.data, survey),
    );
    const check = await checkOf(dto, survey, caller, unfollowing);
    return { ...check, errors: [...check.errors, ...faults] };
  }

  private async rehearse(
    dto: ImportDto,
    survey: ImportSurvey,
    check: ImportCheckResponse,
    tx: Tx,
  ): Promise<ImportCheckResponse> {
    try {
      await this.carryOut(dto, survey, tx);
      await tx.requireChecked();
      return check;
    } catch (error) {
      if (!(error instanceof BadDataError)) throw error;
      return { ...check, errors: [{ message: error.message, affectedItems: [] }] };
    }
  }

  private async carryOut(
    { project, environment, data }: ImportDto,
    survey: ImportSurvey,
    tx: Tx,
  ): Promise<void> {
    const known = {
      fields: new Set(survey.contextFields.map((field) => field.name)),
      tagTypes: new Set(survey.tagTypes),
    };
    const plan = await planOf(data, survey);
    await this.features.lock({ projectId: project, environment }, plan, tx);
    for (const field of fresh(data.contextFields ?? [], known.fields)) {
      await this.refusal.of(`The context field "${field.name}"`, () =>
        this.contextFields.add(field, null, tx),
      );
    }
    for (const type of fresh(data.tagTypes, known.tagTypes))
      await this.refusal.of(`The tag type "${type.name}"`, () => this.tagTypes.add(type, tx));
    await this.features.import({ projectId: project, environment }, plan, tx);
    for (const { name: child, parent } of plan) {
      if (!parent) continue;
      const dependency = `The dependency of "${child}" on "${parent.feature}"`;
      await this.refusal.of(dependency, () =>
        this.dependencies.put({ projectId: project, child }, parent, tx),
      );
    }
  }
}

/** The unknown ones, without duplicates. */
function fresh<T extends { name: string }>(items: readonly T[], known: ReadonlySet<string>): T[] {
  return [...new Map(items.map((item) => [item.name, item])).values()].filter(
    (item) => !known.has(item.name),
  );
}
