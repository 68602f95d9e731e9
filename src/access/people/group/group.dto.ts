import {
  ListOf,
  Part,
  Text,
  TextList,
  Int,
  INT4_FROM_0,
} from '../../../platform/http/validation/shape.decorators.js';
import { RootRole } from '../user/user.dto.js';

/** Refers to a user by id. */
export class UserRefDto {
  /** Id of the user or service account. */
  @Int(INT4_FROM_0)
  id: number;
}

/** A member of a group to create or change. */
export class GroupMemberDto {
  /** The user or service account. */
  @Part(() => UserRefDto)
  user: UserRefDto;
}

/** A group to create or change. */
export class GroupDto {
  /** Unique name, 1 to 255 characters. */
  @Text({ trim: true, min: 1, max: 255 })
  name: string;
  /** Description; null or empty for none. Unchanged when omitted from a change. */
  @Text({ optional: true, nullable: true, trim: true, max: 1000 })
  description?: string | null;
  /**
   * Names of groups at the identity provider whose members join this group when they sign in.
   * Unchanged when omitted from a change.
   */
  @TextList({ optional: true, max: 500 })
  mappingsSSO?: string[];
  /**
   * Id or name of a root role that all members get in addition to their own; null for none.
   * Unchanged when omitted from a change.
   */
  @RootRole({ optional: true, nullable: true })
  rootRole?: number | string | null;
  /**
   * All members of the group; an empty list removes everybody. Unchanged when omitted from a
   * change.
   */
  @ListOf(() => GroupMemberDto, { optional: true, max: 10_000 })
  users?: GroupMemberDto[];
}
