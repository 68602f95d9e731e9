import { Injectable, type PipeTransform } from '@nestjs/common';
import { repairedConstraints, repairedVariants } from '../../flags/feature/repairs.js';
import { slicedShapeOf } from '../../platform/http/validation/property-checks.js';
import { shapedBody } from '../../platform/http/validation/shape.js';
import { TimeSlice } from '../../platform/sandbox/time-slice.js';
import { finding } from './import-finding.js';
import { ImportDto, type ImportFindingResponse } from './import.dto.js';

type Item = Readonly<Record<string, unknown>>;

/**
 * The body of an import, in which strategies and variants are repaired, with a finding for each
 * kind of repair. What has another form than an import is left to the validation.
 */
async function repairedFile(
  body: unknown,
): Promise<{ body: unknown; repairs: ImportFindingResponse[] }> {
  if (!isItem(body) || !isItem(body['data'])) return { body, repairs: [] };
  const { data } = body;
  const features = new Map<string, string[]>();
  const reportOf = (feature: unknown) => (repair: string) =>
    features.set(repair, [...(features.get(repair) ?? []), String(feature)]);
  const slice = new TimeSlice();
  const each = async (list: unknown, repaired: (item: Item) => Item): Promise<unknown> =>
    Array.isArray(list)
      ? slice.map(list, (item: unknown) => (isItem(item) ? repaired(item) : item))
      : list;
  const featureStrategies = await each(data['featureStrategies'], (strategy) => {
    const report = reportOf(strategy['featureName']);
    return {
      ...strategy,
      constraints: repairedConstraints(strategy['constraints'], report),
      variants: repairedVariants(strategy['variants'], report),
    };
  });
  const featureEnvironments = await each(data['featureEnvironments'], (place) => ({
    ...place,
    variants: repairedVariants(place['variants'], reportOf(place['featureName'] ?? place['name'])),
  }));
  return {
    body: { ...body, data: { ...data, featureStrategies, featureEnvironments } },
    repairs: [...features].flatMap(([repair, names]) => finding(repair, names)),
  };
}

function isItem(value: unknown): value is Item {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

const IMPORT = slicedShapeOf(ImportDto);

/**
 * A valid import, with what had to be repaired for that. A type instead of a class, so that the
 * global validation pipe does not validate the body again.
 */
export type RepairedImport = Pick<ImportDto, keyof ImportDto> & {
  readonly repairs: ImportFindingResponse[];
};

/**
 * Repairs and validates the body of an import. class-validator would take seconds for megabytes, so
 * the check is generated from the decorators of the same class and runs in time slices.
 */
@Injectable()
export class ImportFilePipe implements PipeTransform<unknown, Promise<RepairedImport>> {
  async transform(given: unknown): Promise<RepairedImport> {
    const { body, repairs } = await repairedFile(given);
    return { ...(await shapedBody(IMPORT, body, '/body')), repairs };
  }
}
