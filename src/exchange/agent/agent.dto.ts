import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { IsObject, ValidateIf } from 'class-validator';
import { Bounded } from '../../platform/http/validation/bounds.js';
import { OneOf, Text } from '../../platform/http/validation/shape.decorators.js';

/** Most properties of the parameters of a message, in all levels. */
const MAX_ITEMS = 5_000;

/** A message of an agent (JSON-RPC 2.0). Lists of messages are not accepted, as MCP demands. */
export class AgentMessageDto {
  /** Version of JSON-RPC. */
  @OneOf(['2.0'])
  jsonrpc: string;
  /** Id of the message; notifications have none. */
  @ApiPropertyOptional({ oneOf: [{ type: 'string' }, { type: 'integer' }] })
  @ValidateIf((_, value) => value !== undefined)
  id?: string | number;
  /** What the agent asks for, such as `tools/call`. Answers have none. */
  @Text({ optional: true, max: 100 })
  method?: string;
  /** Parameters of the method. */
  @ApiPropertyOptional({ type: 'object', additionalProperties: true })
  @ValidateIf((_, value) => value !== undefined)
  @Bounded({ max: MAX_ITEMS, asIs: true })
  @IsObject()
  params?: Record<string, unknown>;
}

/** The answer to a message (JSON-RPC 2.0). */
export class AgentAnswerResponse {
  /** Version of JSON-RPC. */
  jsonrpc: string;
  /** Id of the message. */
  @ApiProperty({ oneOf: [{ type: 'string' }, { type: 'integer' }] })
  id: string | number;
  /** The result. */
  @ApiPropertyOptional({ type: 'object', additionalProperties: true })
  result?: Record<string, unknown>;
  /** Why there is no result. */
  @ApiPropertyOptional({ type: 'object', additionalProperties: true })
  error?: Record<string, unknown>;
}
