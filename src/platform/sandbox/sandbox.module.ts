import { Global, Module } from '@nestjs/common';
import { Sandbox } from './sandbox.js';

/** Worker threads for user-defined templates, patterns and XML. */
@Global()
@Module({ providers: [Sandbox], exports: [Sandbox] })
export class SandboxModule {}
