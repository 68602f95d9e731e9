import { Controller, Get, Param, Post, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { CurrentCaller } from '../../core/auth/current-caller.js';
import type { Caller } from '../../core/auth/caller/caller.js';
import { Endpoint } from '../../platform/http/endpoint.js';
import { AnswerLanguage, type Language } from '../../platform/http/language.js';
import { EventIdPipe } from '../../platform/http/validation/id.pipe.js';
import { UndoPreviewResponse, UndoQuery, UndoResponse } from './undo.dto.js';
import { UndoService } from './undo.service.js';

const params = { id: 'Id of the event.' };

/** Undoes changes that are recorded in the audit log. */
@ApiTags('Events')
@Controller('api/admin/events')
export class UndoController {
  constructor(private readonly undos: UndoService) {}

  /**
   * Shows whether an event can be undone, why not, and what that would change. Changes nothing.
   * Everybody who can see the event may ask.
   */
  @Get(':id/undo')
  @Endpoint({
    id: 'previewUndo',
    cost: 'heavy',
    permission: 'NONE',
    response: UndoPreviewResponse,
    params,
    refusals: [429],
  })
  preview(
    @Param('id', EventIdPipe) id: number,
    @Query() { scope = 'event' }: UndoQuery,
    @CurrentCaller() caller: Caller,
    @AnswerLanguage() language: Language,
  ): Promise<UndoPreviewResponse> {
    return this.undos.preview(id, scope, caller, language);
  }

  /**
   * Undoes an event: carries out the inverse change, and records it as an event that refers to the
   * undone one. It requires the permission of the inverse operation. 409 with the reason when the
   * state has changed since, or when such events cannot be undone.
   */
  @Post(':id/undo')
  @Endpoint({
    id: 'undoEvent',
    cost: 'heavy',
    permission: 'NONE',
    response: UndoResponse,
    params,
    refusals: [409, 429],
  })
  undo(
    @Param('id', EventIdPipe) id: number,
    @Query() { scope = 'event' }: UndoQuery,
    @CurrentCaller() caller: Caller,
  ): Promise<UndoResponse> {
    return this.undos.undo(id, scope, caller);
  }
}
