import { RE2JS } from 're2js';

/** A pattern of a constraint, and the text that it is compared with. */
export interface PatternMatch {
  pattern: string;
  caseInsensitive: boolean;
  text: string;
}

/** Runs in a worker: decides as the `REGEX` operator of SDKs does. */
export default function matches({ pattern, caseInsensitive, text }: PatternMatch): boolean {
  try {
    const compiled = RE2JS.compile(pattern, caseInsensitive ? RE2JS.CASE_INSENSITIVE : undefined);
    return compiled.matcher(text).find();
  } catch {
    return false;
  }
}
