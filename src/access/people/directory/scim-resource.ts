import type { Type as Class } from '@nestjs/common';
import { validated } from '../../../platform/http/validation/validation.pipe.js';
import {
  MAX_PAGE,
  SCHEMA,
  ScimGroupDto,
  type ScimGroupResponse,
  type ScimSearchDto,
  ScimUserDto,
  type ScimUserResponse,
} from './scim.dto.js';
import { SCIM_PATH } from './scim-error.js';
import { attributeOf } from './scim-filter.js';
import { flagOf, objectOf } from './scim-patch.js';

type Plain = Record<string, unknown>;

/** A row of a list of users. */
export interface UserRow {
  id: number;
  /** The attributes as the directory gave them, except `active`. */
  resource: Omit<ScimUserDto, 'active'>;
  active: boolean;
  created: string;
  lastModified: string;
  groups: { value: string; display: string }[];
}

/** A row of a list of groups. */
export interface GroupRow {
  id: number;
  externalId: string | null;
  displayName: string;
  created: string;
  lastModified: string;
  members: { value: string; display: string }[];
}

/** @throws BadDataError or ScimError when the body is not a valid user. */
export async function userOf(body: unknown): Promise<ScimUserDto> {
  const given = objectOf(body, 'The body');
  return resourceOf(ScimUserDto, given, [
    ...['userName', 'externalId', 'name', 'displayName', 'emails', 'active'],
  ]);
}

/** @throws BadDataError or ScimError when the body is not a valid group. */
export async function groupOf(body: unknown): Promise<ScimGroupDto> {
  const given = objectOf(body, 'The body');
  return resourceOf(ScimGroupDto, given, ['displayName', 'externalId', 'members']);
}

/** Names of attributes have no case, and null means none. */
function resourceOf<T extends object>(
  type: Class<T>,
  given: Plain,
  names: readonly string[],
): Promise<T> {
  const byName = new Map(names.map((name) => [name.toLowerCase(), name]));
  const entries = Object.entries(withoutNulls(given)).flatMap(([key, value]) => {
    const name = byName.get(attributeOf(key));
    return name === undefined ? [] : [[name, name === 'active' ? flagOf(value) : value] as const];
  });
  return validated(type, Object.fromEntries(entries), '');
}

/** Without properties that are null, also within objects and lists of objects. */
function withoutNulls(value: Plain): Plain {
  const cleared = (one: unknown): unknown =>
    typeof one === 'object' && one !== null && !Array.isArray(one)
      ? withoutNulls(one as Plain)
      : one;
  return Object.fromEntries(
    Object.entries(value)
      .filter(([, one]) => one !== null)
      .map(([name, one]) => [name, Array.isArray(one) ? one.map(cleared) : cleared(one)]),
  );
}

/** Which attributes a response has. */
export type Attributes = Pick<ScimSearchDto, 'attributes' | 'excludedAttributes'>;

/** Presents the resources of the directory. */
export class Presenter {
  private readonly base: string;

  constructor(publicUrl: string) {
    this.base = publicUrl + SCIM_PATH;
  }

  user(row: UserRow, wanted: Attributes = {}): ScimUserResponse {
    const { id, resource, active, groups } = row;
    const refs = groups.map((one) => ({ ...one, $ref: `${this.base}/Groups/${one.value}` }));
    return selected(
      {
        schemas: [SCHEMA.user],
        id: String(id),
        ...resource,
        active,
        groups: refs,
        meta: this.meta('User', row),
      },
      wanted,
    );
  }

  group(row: GroupRow, wanted: Attributes = {}): ScimGroupResponse {
    const { id, externalId, displayName, members } = row;
    const refs = members.map((one) => ({ ...one, $ref: `${this.base}/Users/${one.value}` }));
    return selected(
      {
        schemas: [SCHEMA.group],
        id: String(id),
        ...(externalId === null ? {} : { externalId }),
        displayName,
        members: refs,
        meta: this.meta('Group', row),
      },
      wanted,
    );
  }

  /** The address of a resource. */
  location(type: 'User' | 'Group', id: number | string): string {
    return `${this.base}/${type}s/${id}`;
  }

  private meta(type: 'User' | 'Group', { id, created, lastModified }: UserRow | GroupRow) {
    return { resourceType: type, created, lastModified, location: this.location(type, id) };
  }
}

/** Whether a response has an attribute at all. */
export function isWanted(name: string, { attributes, excludedAttributes }: Attributes): boolean {
  const has = (list: string): boolean => namesIn(list).some((one) => one.split('.')[0] === name);
  if (attributes) return has(attributes);
  return !excludedAttributes || !namesIn(excludedAttributes).includes(name);
}

/** `schemas` and `id` are always returned. */
function selected<T extends object>(resource: T, wanted: Attributes): T {
  const kept = Object.entries(resource).filter(
    ([name]) => name === 'schemas' || name === 'id' || isWanted(name.toLowerCase(), wanted),
  );
  return Object.fromEntries(kept) as T;
}

const namesIn = (list: string): string[] => list.split(',').map((one) => attributeOf(one.trim()));

/** The part of a list that was asked for. */
export function pageOf({ startIndex = 1, count = MAX_PAGE }: ScimSearchDto): {
  offset: number;
  limit: number;
} {
  const last = 2_147_483_647;
  return {
    offset: Math.min(Math.max(startIndex, 1), last) - 1,
    limit: Math.min(Math.max(count, 0), MAX_PAGE),
  };
}

/** A page of a list. */
export function listed<T>(resources: readonly T[], totalResults: number, offset: number) {
  return {
    schemas: [SCHEMA.list],
    totalResults,
    itemsPerPage: resources.length,
    startIndex: offset + 1,
    Resources: [...resources],
  };
}
