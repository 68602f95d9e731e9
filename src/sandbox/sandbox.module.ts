import { Global, Module } from '@nestjs/common';
import { Sandbox } from './sandbox.js';

/** Worker threads for what callers can make slow. */
@Global()
@Module({ providers: [Sandbox], exports: [Sandbox] })
export class SandboxModule {}
