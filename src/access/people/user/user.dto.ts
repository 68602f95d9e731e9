import { applyDecorators } from '@nestjs/common';
import { ApiProperty } from '@nestjs/swagger';
import { ValidateBy, ValidateIf } from 'class-validator';
import { ROOT_ROLES } from '../../../core/auth/permissions/role-permissions.js';
import { PageQuery } from '../../../platform/http/validation/page-query.js';
import {
  Flag,
  Int,
  IntList,
  OneOf,
  Text,
} from '../../../platform/http/validation/shape.decorators.js';
import { RefuseUnknown } from '../../../platform/http/validation/unknown-keys.js';

const EMAIL = {
  pattern: /^([^\s@]+@[^\s@]+)?$/,
  wanted: 'an e-mail address',
  trim: true,
  max: 255,
};

/** A root role by id or name. */
export function RootRole({
  optional = false,
  nullable = false,
}: { optional?: boolean; nullable?: boolean } = {}): PropertyDecorator {
  const api = {
    oneOf: [
      { type: 'integer', minimum: 0 },
      { type: 'string', ...(nullable ? { nullable } : {}) },
    ],
    required: !optional,
    example: 'Viewer',
  };
  const isThere = (_: object, value: unknown): boolean =>
    !(optional && value === undefined) && !(nullable && value === null);
  return applyDecorators(
    ApiProperty(api),
    ...(optional || nullable ? [ValidateIf(isThere)] : []),
    ValidateBy({
      name: 'isRole',
      validator: {
        validate: (v) => Number.isInteger(v) || typeof v === 'string',
        defaultMessage: (args) =>
          `${args?.property} must be the id or the name of a root role, such as ` +
          `${ROOT_ROLES.join(', ')}`,
      },
    }),
  );
}

/** A user to create; e-mail address or user name is required. */
@RefuseUnknown()
export class CreateUserDto {
  /** Unique user name, also used to sign in. */
  @Text({ optional: true, nullable: true, trim: true, max: 255 })
  username?: string | null;
  /** Unique e-mail address, also used to sign in; stored in lower case. */
  @Text({ optional: true, nullable: true, ...EMAIL })
  email?: string | null;
  /** Name of the person. */
  @Text({ optional: true, nullable: true, trim: true, max: 255 })
  name?: string | null;
  /** Initial password; without it the user sets one through the link in the response. */
  @Text({ optional: true })
  password?: string;
  /** Id or name of the root role. */
  @RootRole()
  rootRole: number | string;
  /**
   * Whether the link is sent by mail, if a mail server is configured and the user has an address;
   * true by default.
   */
  @Flag({ optional: true })
  sendEmail?: boolean;
}

/** Changes to a user. Omitted properties stay unchanged. */
export class UpdateUserDto {
  /**
   * E-mail address, stored in lower case; empty to remove it from a user with a user name. A change
   * invalidates the one-time link of the user, because it may have been sent to the old address.
   */
  @Text({ optional: true, nullable: true, ...EMAIL })
  email?: string | null;
  /** Name of the person; empty to remove it. */
  @Text({ optional: true, nullable: true, trim: true, max: 255 })
  name?: string | null;
  /** Id or name of the root role. */
  @RootRole({ optional: true })
  rootRole?: number | string;
}

/** A new password. */
@RefuseUnknown()
export class PasswordDto {
  /**
   * The password: at least 15 characters (configurable), at most 200, and not a commonly known one.
   */
  @Text()
  password: string;
}

/** A new password for somebody. */
@RefuseUnknown()
export class NewPasswordDto extends PasswordDto {
  /** Whether the user's personal tokens are revoked too; false by default. */
  @Flag({ optional: true })
  revokeTokens?: boolean;
}

/** A new password for the caller. */
@RefuseUnknown()
export class OwnPasswordDto extends NewPasswordDto {
  /** The current password. */
  @Text()
  oldPassword: string;
  /** The new password, repeated. */
  @Text()
  confirmPassword: string;
}

/** The users to delete. */
@RefuseUnknown()
export class UserIdsDto {
  /** Ids of the users. */
  @IntList({ max: 10_000 })
  ids: number[];
}

/** A search for users. */
export class SearchUsersDto {
  /**
   * Part of a name, user name or e-mail address, at least 2 characters; shorter texts find nobody.
   */
  @Text({ optional: true, max: 255 })
  q?: string;
}

/** The project to list roles in. */
export class RolesDto {
  /** Id of the project. */
  @Text()
  projectId: string;
}

/** What users can be sorted by. */
export const USER_SORT_KEYS = ['name', 'createdAt', 'seenAt'] as const;

/** A search for users, and the page of the result. */
export class UserSearchQuery extends PageQuery {
  /**
   * Part of a name, user name or e-mail address, ignoring letter case; empty for all users.
   */
  @Text({ optional: true, trim: true, max: 255 })
  query?: string;
  /**
   * Sort property; `createdAt` by default. Users without name are sorted by user name or address;
   * users who were never seen come last.
   */
  @OneOf(USER_SORT_KEYS, { optional: true })
  sortBy?: (typeof USER_SORT_KEYS)[number];
}

/** A search for those who can get access. Without any parameter, all are returned. */
export class AccountSearchQuery {
  /** Part of a name, user name, e-mail address or group name, ignoring letter case. */
  @Text({ optional: true, trim: true, max: 255 })
  query?: string;
  /** Number of users, and of groups, to return, 1 to 1000; 1000 by default. */
  @Int({ optional: true, min: 1, max: 1000 })
  limit?: number;
}
