import { Module } from '@nestjs/common';
import { AuthModule } from '../../core/auth/auth.module.js';
import { McpController } from './mcp.controller.js';

/** Agents that read and propose. */
@Module({ imports: [AuthModule], controllers: [McpController] })
export class AgentModule {}
