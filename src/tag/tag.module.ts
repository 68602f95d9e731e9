import { Module } from '@nestjs/common';
import { TagWriter } from './tag-writer.js';

/** Tags and tag types. Features are tagged through the TagWriter. */
@Module({ providers: [TagWriter], exports: [TagWriter] })
export class TagModule {}
