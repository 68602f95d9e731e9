import { Module } from '@nestjs/common';
import { TagController, TagTypeController } from './tag.controller.js';
import { TagReadModel } from './tag.read-model.js';
import { TagService } from './tag.service.js';
import { TagTypeService } from './tag-type.service.js';
import { TagWriter } from './tag-writer.js';

/** Tags and tag types. Features are tagged through the TagWriter. */
@Module({
  controllers: [TagController, TagTypeController],
  providers: [TagService, TagTypeService, TagReadModel, TagWriter],
  exports: [TagService, TagWriter, TagTypeService],
})
export class TagModule {}
