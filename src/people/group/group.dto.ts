import {
  ListOf,
  Part,
  Text,
  TextList,
  Int,
  INT4_FROM_0,
} from '../../http/validation/shape.decorators.js';
import { RootRole } from '../user/user.dto.js';

/** A user, by the id. */
export class UserRefDto {
  /** Id of the user, or of the service account. */
  @Int(INT4_FROM_0)
  id: number;
}

/** Somebody who is to be in a group. */
export class GroupMemberDto {
  /** Who it is. */
  @Part(() => UserRefDto)
  user: UserRefDto;
}

/** A group as it is to be. */
export class GroupDto {
  /** What the group is called, 1 to 255 characters; unique. */
  @Text({ trim: true, min: 1, max: 255 })
  name: string;
  /**
   * What the group is for; null or empty for nothing in particular. A change keeps what is left
   * out.
   */
  @Text({ optional: true, nullable: true, trim: true, max: 1000 })
  description?: string | null;
  /**
   * Names of groups at the identity provider whose members become members here when they sign in. A
   * change keeps what is left out.
   */
  @TextList({ optional: true, max: 500 })
  mappingsSSO?: string[];
  /**
   * The root role that all members have besides their own, by its id or its name; null for none. A
   * change keeps what is left out.
   */
  @RootRole({ optional: true, nullable: true })
  rootRole?: number | string | null;
  /**
   * Everybody who is to be in the group. A change keeps what is left out; an empty list takes
   * everybody out.
   */
  @ListOf(() => GroupMemberDto, { optional: true, max: 10_000 })
  users?: GroupMemberDto[];
}
