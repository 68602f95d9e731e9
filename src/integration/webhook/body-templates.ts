import { Injectable } from '@nestjs/common';
import { ApiError } from '../../errors/api-error.js';
import { BadDataError } from '../../errors/general.errors.js';
import { Sandbox } from '../../sandbox/sandbox.js';
import { SandboxTimeoutError } from '../../sandbox/sandbox-errors.js';
import type { SandboxTask } from '../../sandbox/sandbox-task.js';
import { SAMPLE_EVENT } from './sample-event.js';
import type { EventToSend } from './webhook-request.js';

/** A template, and the event that it is filled in with. */
export interface RenderInput {
  template: string;
  contentType: string;
  event: Pick<EventToSend, 'json' | 'markdown'>;
}

/** `text` is what the template made of the event; `problem` says why it made nothing. */
export type RenderResult = { text: string } | { problem: string };

const RENDERING: SandboxTask<RenderInput, RenderResult> = {
  name: 'webhook template',
  module: new URL('./body-template.task.js', import.meta.url),
};

/** A busy machine makes a template slow now and then: one that is slow twice is at fault itself. */
const ATTEMPTS = 2;

/**
 * The template makes no body of an event. The message can be shown: it holds nothing of the
 * parameters.
 */
export class TemplateError extends Error {}

/**
 * Renders the body templates of webhooks in a worker: nested sections over long lists take longer
 * than anybody can wait.
 */
@Injectable()
export class BodyTemplates {
  constructor(private readonly sandbox: Sandbox) {}

  /**
   * @throws TemplateError when the template is none, takes too long, or makes too much. @throws
   * SandboxBusyError
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

  /** @throws BadDataError when the template does not make a body of an ordinary event. */
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
