import { Injectable } from '@nestjs/common';
import { ApiError } from '../../../platform/errors/api-error.js';
import { BadDataError } from '../../../platform/errors/general.errors.js';
import { Sandbox } from '../../../platform/sandbox/sandbox.js';
import { type SandboxTask, SandboxTimeoutError } from '../../../platform/sandbox/sandbox-task.js';
import { SAMPLE_EVENT } from './sample-event.js';
import type { EventToSend } from './webhook-request.js';

/** A template and the event to render. */
export interface RenderInput {
  template: string;
  contentType: string;
  event: Pick<EventToSend, 'json' | 'markdown'>;
}

/** `text` is the rendered body; `problem` says why rendering failed. */
export type RenderResult = { text: string } | { problem: string };

const RENDERING: SandboxTask<RenderInput, RenderResult> = {
  name: 'webhook template',
  module: new URL('./body-template.task.js', import.meta.url),
};

/** Rendering is retried once, because a busy machine can make it slow. */
const ATTEMPTS = 2;

/** The template cannot render an event. The message contains no parameters. */
export class TemplateError extends Error {}

/**
 * Renders body templates in a worker thread, because nested sections over long lists can take very
 * long.
 */
@Injectable()
export class BodyTemplates {
  constructor(private readonly sandbox: Sandbox) {}

  /**
   * @throws TemplateError when the template is invalid, too slow, or its result too long.
   * @throws SandboxBusyError when too many templates wait.
   */
  async render(input: RenderInput): Promise<string> {
    for (let attempt = 1; ; attempt++) {
      try {
        const result = await this.sandbox.run(RENDERING, input);
        if ('text' in result) return result.text;
        throw new TemplateError(result.problem);
      } catch (error) {
        if (error instanceof ApiError || error instanceof TemplateError) throw error;
        const isSlow = error instanceof SandboxTimeoutError;
        if (!isSlow || attempt === ATTEMPTS)
          throw new TemplateError(isSlow ? 'takes too long' : 'needs too much memory');
      }
    }
  }

  /** @throws BadDataError when the template cannot render an ordinary event. */
  async requireRenderable(template: string, contentType: string): Promise<void> {
    try {
      await this.render({ template, contentType, event: SAMPLE_EVENT });
    } catch (error) {
      if (!(error instanceof TemplateError)) throw error;
      const message = `The parameter bodyTemplate ${error.message}.`;
      throw new BadDataError(message, [{ message, path: '/body/parameters/bodyTemplate' }]);
    }
  }
}
