import { createParamDecorator } from '@nestjs/common';
import type { Request, Response } from 'express';

/** The languages of what the service says to people; the first one is the usual one. */
export const LANGUAGES = ['en', 'de', 'fr'] as const;
export type Language = (typeof LANGUAGES)[number];

/** The language of a code; English for none and for an unknown one. */
export function knownLanguage(code: string | null | undefined): Language {
  return LANGUAGES.find((language) => language === code) ?? LANGUAGES[0];
}

/** Set by the console when somebody chooses a language. */
const COOKIE = /(?:^|;\s*)console-language=([\w-]+)/;

/**
 * The language of these that the person has chosen in the console, else the one that
 * `Accept-Language` prefers, else English.
 */
export function languageFor(request: Request, languages: readonly string[]): string {
  const chosen = COOKIE.exec(request.headers.cookie ?? '')?.[1];
  if (chosen && languages.includes(chosen)) return chosen;
  return request.acceptsLanguages([...languages]) || LANGUAGES[0];
}

/** Injects the language of the response into a handler, and names it in the headers. */
export const AnswerLanguage = createParamDecorator((_: unknown, context): Language => {
  const http = context.switchToHttp();
  const language = languageFor(http.getRequest<Request>(), LANGUAGES) as Language;
  const response = http.getResponse<Response>();
  response.setHeader('Content-Language', language);
  response.vary('Accept-Language').vary('Cookie');
  return language;
});
