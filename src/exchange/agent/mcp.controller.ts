import type { Server } from 'node:http';
import { Body, Controller, Get, Inject, Post, Req } from '@nestjs/common';
import { HttpAdapterHost } from '@nestjs/core';
import { ApiTags } from '@nestjs/swagger';
import type { Request } from 'express';
import type { Config } from '../../platform/config/config.js';
import { CONFIG } from '../../platform/config/config.module.js';
import { VERSION } from '../../platform/config/version.js';
import { ApiError } from '../../platform/errors/api-error.js';
import { Endpoint, OtherStatus } from '../../platform/http/endpoint.js';
import { Waiting } from '../../platform/http/waiting.js';
import { AgentAnswerResponse, AgentMessageDto } from './agent.dto.js';
import { CallersApi } from './callers-api.js';

/** Most bytes of a message: those of the largest change request, and some more. */
const BODY_LIMIT = 1_048_576;

/** There is no stream of messages to agents. */
export class NoAgentStreamError extends ApiError {
  readonly status = 405;

  constructor() {
    super('This service sends nothing to agents by itself: send messages with POST.');
  }

  override headers(): Record<string, string> {
    return { Allow: 'POST' };
  }
}

/** Speaks the Model Context Protocol with agents, by streamable HTTP without sessions. */
@ApiTags('Agents')
@Controller('mcp')
export class McpController {
  constructor(
    private readonly host: HttpAdapterHost,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  /**
   * Answers a message of an agent: it reads, evaluates and proposes with the rights of its token.
   * Each tool calls an operation of this API, with its checks and limits. 202 for notifications.
   */
  @Post()
  @Endpoint({
    id: 'tellAgent',
    reads: true,
    // Describing and calling tools takes up to 9 ms of CPU time, besides what these cost.
    cost: 'heavy',
    permission: 'NONE',
    bodyLimit: BODY_LIMIT,
    response: AgentAnswerResponse,
  })
  tell(@Req() request: Request, @Body() message: AgentMessageDto): Waiting<OtherStatus> {
    const server = this.host.httpAdapter.getHttpServer() as Server;
    const api = new CallersApi(server, this.config.basePath, request);
    const { publicUrl } = this.config;
    let answer: object | undefined;
    return new Waiting(
      async () => {
        // Most instances never load the SDK.
        const { answerTo } = await import('./conversation.js');
        answer = await answerTo(message, api, { version: VERSION, publicUrl });
      },
      () => Promise.resolve(new OtherStatus(answer ? 200 : 202, answer)),
    );
  }

  /** Agents ask for a stream of messages, which there is not: always 405. */
  @Get()
  @Endpoint({ id: 'openAgentStream', permission: 'NONE', refusals: [405] })
  open(): never {
    throw new NoAgentStreamError();
  }
}
