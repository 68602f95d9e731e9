import { answerTo, type RuleQuestion, type RuleTimes } from './rule-times.js';

/** Runs in a worker thread: times of a rule. */
export default function find(question: RuleQuestion): RuleTimes {
  return answerTo(question);
}
