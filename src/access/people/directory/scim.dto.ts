import { ApiProperty } from '@nestjs/swagger';
import {
  AnyValue,
  Flag,
  Int,
  ListOf,
  OneOf,
  Part,
  Text,
  TextList,
} from '../../../platform/http/validation/shape.decorators.js';

/** Schemas of resources (RFC 7643) and messages (RFC 7644). */
export const SCHEMA = {
  user: 'urn:ietf:params:scim:schemas:core:2.0:User',
  enterpriseUser: 'urn:ietf:params:scim:schemas:extension:enterprise:2.0:User',
  group: 'urn:ietf:params:scim:schemas:core:2.0:Group',
  list: 'urn:ietf:params:scim:api:messages:2.0:ListResponse',
  error: 'urn:ietf:params:scim:api:messages:2.0:Error',
  patch: 'urn:ietf:params:scim:api:messages:2.0:PatchOp',
  bulk: 'urn:ietf:params:scim:api:messages:2.0:BulkRequest',
  bulkResponse: 'urn:ietf:params:scim:api:messages:2.0:BulkResponse',
  search: 'urn:ietf:params:scim:api:messages:2.0:SearchRequest',
} as const;

/** Maximum number of members that a group has, or that a request names. */
export const MAX_MEMBERS = 10_000;
/** Maximum e-mail addresses of a person. */
export const MAX_EMAILS = 20;
/** Maximum number of operations of a bulk request. */
export const MAX_BULK_OPERATIONS = 100;
/** Maximum number of resources of a page. */
export const MAX_PAGE = 200;

/** The name of a person. Properties that are null count as omitted, here and elsewhere. */
export class ScimNameDto {
  /** The whole name, as it is displayed. */
  @Text({ optional: true, max: 255 })
  formatted?: string;
  /** Given name. */
  @Text({ optional: true, max: 255 })
  givenName?: string;
  /** Family name. */
  @Text({ optional: true, max: 255 })
  familyName?: string;
}

/** An e-mail address of a person. */
export class ScimEmailDto {
  /** The address. */
  @Text({ trim: true, max: 255, pattern: /^[^\s@]+@[^\s@]+$/, wanted: 'an e-mail address' })
  value: string;
  /** What it is for, such as `work`. */
  @Text({ optional: true, max: 100 })
  type?: string;
  /** Whether it is the preferred one, which becomes the user's address; else it is the first. */
  @Flag({ optional: true })
  primary?: boolean;
}

/** A person in the directory. Other attributes of the schema are ignored. */
export class ScimUserDto {
  /** The unique name, which becomes the user name. */
  @Text({ trim: true, min: 1, max: 255 })
  userName: string;
  /** The id in the directory. */
  @Text({ optional: true, max: 255 })
  externalId?: string;
  /** The name of the person. */
  @Part(() => ScimNameDto, { optional: true })
  name?: ScimNameDto;
  /** The name that is displayed, instead of `name`. */
  @Text({ optional: true, max: 255 })
  displayName?: string;
  /** E-mail addresses, at most 20. */
  @ListOf(() => ScimEmailDto, { optional: true, max: MAX_EMAILS })
  emails?: ScimEmailDto[];
  /** Whether the person may sign in; true by default. */
  @Flag({ optional: true })
  active?: boolean;
}

/** A member of a group to create or change. */
export class ScimMemberDto {
  /** Id of a user of the directory. */
  @Text({ pattern: /^\d{1,9}$/, wanted: 'the id of a user' })
  value: string;
}

/** A group in the directory. Other attributes of the schema are ignored. */
export class ScimGroupDto {
  /** The unique name. */
  @Text({ trim: true, min: 1, max: 255 })
  displayName: string;
  /** The id in the directory. */
  @Text({ optional: true, max: 255 })
  externalId?: string;
  /** All members. */
  @ListOf(() => ScimMemberDto, { optional: true, max: MAX_MEMBERS })
  members?: ScimMemberDto[];
}

/** One change of a resource. */
export class ScimOperationDto {
  /** `add`, `replace` or `remove`, in any letter case. */
  @Text({ max: 10 })
  op: string;
  /** What is changed, such as `name.givenName` or `emails[type eq "work"].value`. */
  @Text({ optional: true, max: 1000 })
  path?: string;
  /** The new value; without a path an object whose properties are paths. */
  @AnyValue()
  value?: unknown;
}

/** Changes of a resource. */
export class ScimPatchDto {
  /** The schema of the message. */
  @TextList({ optional: true })
  schemas?: string[];
  /** The changes, in this order, at most 1,000. All are made or none. */
  @ListOf(() => ScimOperationDto, { max: 1000 })
  Operations: ScimOperationDto[];
}

/** Which resources to list, and which of their attributes. */
export class ScimSearchDto {
  /** A filter such as `userName eq "ada" and active eq true`. */
  @Text({ optional: true, max: 2000 })
  filter?: string;
  /** Position of the first resource, from 1; lower values count as 1. */
  @Int({ optional: true })
  startIndex?: number;
  /** Maximum number of resources, up to 200; negative values count as 0. */
  @Int({ optional: true })
  count?: number;
  /** The attributes to return, separated by commas; all by default. */
  @Text({ optional: true, max: 2000 })
  attributes?: string;
  /** The attributes not to return, separated by commas. */
  @Text({ optional: true, max: 2000 })
  excludedAttributes?: string;
}

/** Which attributes of a resource to return. */
export class ScimAttributesDto {
  /** The attributes to return, separated by commas; all by default. */
  @Text({ optional: true, max: 2000 })
  attributes?: string;
  /** The attributes not to return, separated by commas. */
  @Text({ optional: true, max: 2000 })
  excludedAttributes?: string;
}

/** One request of a bulk request. */
export class ScimBulkOperationDto {
  /** The method. */
  @OneOf(['POST', 'PUT', 'PATCH', 'DELETE'])
  method: 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** A name of what is created; later operations refer to it as `bulkId:` and the name. */
  @Text({ optional: true, max: 255 })
  bulkId?: string;
  /** `/Users` or `/Groups`, with an id except for POST. */
  @Text({ max: 255 })
  path: string;
  /** The body of the request. */
  @AnyValue()
  data?: unknown;
}

/** Several requests, which are carried out one after the other. */
export class ScimBulkDto {
  /** The schema of the message. */
  @TextList({ optional: true })
  schemas?: string[];
  /** After how many errors the rest is not carried out; by default all are. */
  @Int({ optional: true, min: 1 })
  failOnErrors?: number;
  /** The requests, at most 100. */
  @ListOf(() => ScimBulkOperationDto, { max: MAX_BULK_OPERATIONS })
  Operations: ScimBulkOperationDto[];
}

/** What is known about a resource. */
export class ScimMetaResponse {
  /** `User` or `Group`. */
  resourceType: string;
  /** When it was created. */
  @ApiProperty({ format: 'date-time' })
  created: string;
  /** When the directory changed it last. */
  @ApiProperty({ format: 'date-time' })
  lastModified: string;
  /** Its address. */
  location: string;
}

/** A reference to a user or group. */
export class ScimReferenceResponse {
  /** Its id. */
  value: string;
  /** Its name. */
  display: string;
  /** Its address. */
  $ref: string;
}

/** A person in the directory, as far as the attributes were asked for. */
export class ScimUserResponse {
  /** The schemas. */
  schemas: string[];
  /** Id of the user. */
  id: string;
  /** The id in the directory. */
  externalId?: string;
  /** The unique name. */
  userName?: string;
  /** The name of the person. */
  name?: ScimNameDto;
  /** The name that is displayed. */
  displayName?: string;
  /** E-mail addresses. */
  emails?: ScimEmailDto[];
  /** Whether the person may sign in. */
  active?: boolean;
  /** The groups of the directory that have the person. */
  groups?: ScimReferenceResponse[];
  /** What is known about the resource. */
  meta?: ScimMetaResponse;
}

/** A group in the directory, as far as the attributes were asked for. */
export class ScimGroupResponse {
  /** The schemas. */
  schemas: string[];
  /** Id of the group. */
  id: string;
  /** The id in the directory. */
  externalId?: string;
  /** The unique name. */
  displayName?: string;
  /** The members, also those who are not active. */
  members?: ScimReferenceResponse[];
  /** What is known about the resource. */
  meta?: ScimMetaResponse;
}

/** A page of a list. */
class ScimListResponse {
  /** The schema of the message. */
  schemas: string[];
  /** Number of all resources that match. */
  @ApiProperty({ type: 'integer', minimum: 0 })
  totalResults: number;
  /** Number of resources of this page. */
  @ApiProperty({ type: 'integer', minimum: 0 })
  itemsPerPage: number;
  /** Position of the first one, from 1. */
  @ApiProperty({ type: 'integer', minimum: 1 })
  startIndex: number;
}

/** A page of users, in the order of their ids. */
export class ScimUsersResponse extends ScimListResponse {
  /** The users. */
  Resources: ScimUserResponse[];
}

/** A page of groups, in the order of their ids. */
export class ScimGroupsResponse extends ScimListResponse {
  /** The groups. */
  Resources: ScimGroupResponse[];
}

/** A type of resources, or a schema (RFC 7643, chapters 6 and 7), with further properties. */
export class ScimDescriptionResponse {
  /** The schemas. */
  schemas: string[];
  /** Its name or URN. */
  id: string;
  /** Its name. */
  name: string;
  /** What it is. */
  description: string;
}

/** What the service supports (RFC 7643, chapter 5), with further properties. */
export class ScimConfigResponse {
  /** The schemas. */
  schemas: string[];
  /** Whether resources can be changed with PATCH. */
  @ApiProperty({ type: Object })
  patch: object;
  /** Whether requests can be sent together, and how many. */
  @ApiProperty({ type: Object })
  bulk: object;
  /** Whether lists can be filtered, and how many resources a page has. */
  @ApiProperty({ type: Object })
  filter: object;
}

/** What describes the service: resource types and schemas. */
export class ScimDescriptionsResponse extends ScimListResponse {
  /** The descriptions. */
  Resources: ScimDescriptionResponse[];
}

/** The result of one request of a bulk request. */
export class ScimBulkResultResponse {
  /** The method. */
  method: string;
  /** The name of what was to be created. */
  bulkId?: string;
  /** The address of the resource. */
  location?: string;
  /** The status, as text. */
  status: string;
  /** The error, if there was one. */
  @ApiProperty({ type: Object, required: false })
  response?: object;
}

/** The results of a bulk request. */
export class ScimBulkResponse {
  /** The schema of the message. */
  schemas: string[];
  /** The results of those that were carried out, in their order. */
  Operations: ScimBulkResultResponse[];
}

/** An error (RFC 7644, 3.12). */
export class ScimErrorResponse {
  /** The schema of the message. */
  schemas: string[];
  /** The status, as text. */
  status: string;
  /** What kind of error it is, for some of them. */
  scimType?: string;
  /** What was wrong. */
  detail: string;
}
