import { applyDecorators } from '@nestjs/common';
import { ApiProperty } from '@nestjs/swagger';
import { ValidateBy, ValidateIf } from 'class-validator';
import { ROOT_ROLES } from '../../auth/permissions/role-permissions.js';
import { Flag, Text, IntList } from '../../http/validation/shape.decorators.js';

const EMAIL = {
  pattern: /^([^\s@]+@[^\s@]+)?$/,
  wanted: 'an e-mail address',
  trim: true,
  max: 255,
};

/** A root role, built in or not, by its id or its name. */
export function RootRole({
  optional = false,
  nullable = false,
}: { optional?: boolean; nullable?: boolean } = {}): PropertyDecorator {
  const api = {
    oneOf: [{ type: 'integer', minimum: 0 }, { type: 'string' }],
    required: !optional,
    example: 'Viewer',
  };
  const isThere = (_: object, value: unknown): boolean =>
    !(optional && value === undefined) && !(nullable && value === null);
  return applyDecorators(
    ApiProperty({ ...api, ...(nullable ? { nullable } : {}) }),
    ...(optional || nullable ? [ValidateIf(isThere)] : []),
    ValidateBy({
      name: 'isRole',
      validator: {
        validate: (v) => Number.isInteger(v) || typeof v === 'string',
        defaultMessage: (args) =>
          `${args?.property} must be the id or the name of a root role, such as ${ROOT_ROLES.join(', ')}`,
      },
    }),
  );
}

/** A user to be created, who needs an e-mail address or a user name. */
export class CreateUserDto {
  /** Name to sign in with; unique. */
  @Text({ optional: true, nullable: true, trim: true, max: 255 })
  username?: string | null;
  /** E-mail address, kept in lower case; unique, and good to sign in with. */
  @Text({ optional: true, nullable: true, ...EMAIL })
  email?: string | null;
  /** Name of the person. */
  @Text({ optional: true, nullable: true, trim: true, max: 255 })
  name?: string | null;
  /** A password to start with; without it the user chooses one by the link of the answer. */
  @Text({ optional: true })
  password?: string;
  /** The root role, by its id or its name. */
  @RootRole()
  rootRole: number | string;
  /**
   * Whether the link goes to the user by e-mail, where a mail server is configured and the user has
   * an e-mail address; true by default.
   */
  @Flag({ optional: true })
  sendEmail?: boolean;
}

/** What can be changed about a user. What is left out stays as it is. */
export class UpdateUserDto {
  /**
   * E-mail address, kept in lower case; an empty one takes it away, from who has a user name.
   * Another one ends the link by which the user could choose a password: it may have been sent to
   * the former.
   */
  @Text({ optional: true, nullable: true, ...EMAIL })
  email?: string | null;
  /** Name of the person; an empty one takes it away. */
  @Text({ optional: true, nullable: true, trim: true, max: 255 })
  name?: string | null;
  /** The root role, by its id or its name. */
  @RootRole({ optional: true })
  rootRole?: number | string;
}

/** A new password. */
export class PasswordDto {
  /**
   * The password: at least 15 characters, or as many as are configured, and at most 200; none that
   * is known from breaches.
   */
  @Text()
  password: string;
}

/** A new password for somebody. */
export class NewPasswordDto extends PasswordDto {
  /** Whether the personal tokens of the user are revoked too; they stay by default. */
  @Flag({ optional: true })
  revokeTokens?: boolean;
}

/** A new password for oneself. */
export class OwnPasswordDto extends NewPasswordDto {
  /** The password that is good until now. */
  @Text()
  oldPassword: string;
  /** The new password once more. */
  @Text()
  confirmPassword: string;
}

/** Which users to delete. */
export class UserIdsDto {
  /** Ids of users. */
  @IntList({ max: 10_000 })
  ids: number[];
}

/** What users are searched for. */
export class SearchUsersDto {
  /**
   * A part of a name, a user name or an e-mail address, of at least 2 characters; with less, nobody
   * is found.
   */
  @Text({ optional: true, max: 255 })
  q?: string;
}

/** Where roles are asked for. */
export class RolesDto {
  /** Id of the project. */
  @Text()
  projectId: string;
}
