import { ReadyAnswers } from '../../../src/client/features/ready-answers.js';
import { EnvironmentState } from '../../../src/client/state/environment-state.js';
import { Segments } from '../../../src/client/state/segments.js';

test('of very many answers those stay ready that are asked for, and the others go', () => {
  const [answers, state] = [new ReadyAnswers(), new EnvironmentState('development', new Segments(), '1:1:')];
  const of = (namePrefix: string) => answers.of({ query: { namePrefix, inlineSegmentConstraints: false }, hidden: [] }, state);
  const [asked, forgotten] = [of('asked'), of('forgotten')];

  for (let n = 0; n < 2_500; n++) {
    of(`other-${n}`);
    expect(of('asked')).toBe(asked);
  }

  expect(of('forgotten')).not.toBe(forgotten);
});
