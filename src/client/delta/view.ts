import { type Asked } from '../features/asked.js';
import { chosenBy, inProjectsOf } from '../features/ready-answer.js';
import type { EnvironmentChange } from '../state/change.js';
import { Digest } from '../state/digest.js';
import type { EnvironmentState } from '../state/environment-state.js';
import type { FeaturePiece, SegmentPiece } from '../state/piece.js';
import { DeltaAnswer } from './delta-answer.js';
import { featureRemoved, featureUpdated, hydration, segmentRemoved, segmentUpdated, type Told } from './told.js';
import { ViewLog } from './view-log.js';

/**
 * What all callers who ask for the same get to see of an environment: which they know by the hash of its content, and how it came about. It is kept up
 * to date by each change, at the cost of what has changed.
 */
export class View {
  private readonly digest = new Digest();
  /** How many features use a segment, by its id. */
  private readonly uses = new Map<number, number>();
  /** The segments that features use, as they were told. */
  private readonly segments = new Map<number, SegmentPiece>();
  private readonly isSeen: (piece: FeaturePiece) => boolean;
  private readonly log = new ViewLog();
  private count = 0;
  private whole?: DeltaAnswer;
  /** Answers to those who have an earlier state, by its tag. */
  private readonly answers = new Map<string, DeltaAnswer>();

  constructor(
    readonly state: EnvironmentState,
    readonly asked: Asked,
  ) {
    const [isOfProjects, isChosen] = [inProjectsOf(asked), chosenBy(asked.query)];
    this.isSeen = (piece) => isOfProjects(piece) && isChosen(piece);
    for (const piece of state.features) if (this.isSeen(piece)) this.add(piece);
    for (const id of this.uses.keys()) this.show(id);
  }

  /** Stands for the content: whoever has the same has the same one, on every instance and after a restart. */
  get tag(): string {
    return this.digest.toString();
  }

  /** Everything, for whoever has nothing. */
  get hydration(): DeltaAnswer {
    return (this.whole ??= new DeltaAnswer(this.tag, [hydration(this.state.revision, this.features, [...this.segments.values()])]));
  }

  /**
   * What has happened since the newest of some states, by their tags.
   * @returns Everything when none of them is known; an answer without events when it is the state of now.
   */
  since(tags: readonly string[]): DeltaAnswer {
    const known = tags.find((tag) => tag === this.tag) ?? tags.find((tag) => this.log.knows(tag));
    if (known === undefined) return this.hydration;
    const made = this.answers.get(known);
    if (made) return made;
    const told = known === this.tag ? [] : this.log.since(known);
    // Everything is shorter by then.
    const answer = told.length > this.count + this.segments.size + 100 ? this.hydration : new DeltaAnswer(this.tag, told);
    this.answers.set(known, answer);
    return answer;
  }

  /** Takes in a change of the environment. @returns What to tell of it; nothing when it cannot be seen here. */
  advance({ features, segments }: EnvironmentChange): DeltaAnswer | undefined {
    const from = this.tag;
    const told: Told[] = [];
    const touched = new Set([...segments.changed.map(({ id }) => id), ...segments.removed]);
    for (const piece of features.changed) told.push(...this.change(features.before.get(piece.name), piece, touched));
    for (const piece of features.removed) told.push(...this.change(piece, undefined, touched));
    const [shown, gone] = this.showAgain(touched);
    const events = [...shown, ...told, ...gone];
    if (events.length === 0) return undefined;
    this.log.add(from, events);
    this.forget();
    return new DeltaAnswer(this.tag, events);
  }

  /** About how many bytes is kept ready. */
  get size(): number {
    return this.whole?.size ?? 0;
  }

  /** Lets go of what is kept ready, which is made again when it is asked for. */
  forget(): void {
    this.whole = undefined;
    this.answers.clear();
  }

  private get features(): FeaturePiece[] {
    return this.state.features.filter(this.isSeen);
  }

  private change(before: FeaturePiece | undefined, after: FeaturePiece | undefined, touched: Set<number>): Told[] {
    const was = before && this.isSeen(before) ? before : undefined;
    const is = after && this.isSeen(after) ? after : undefined;
    if (was) this.remove(was);
    if (is) this.add(is);
    for (const id of [...(was?.segments ?? []), ...(is?.segments ?? [])]) touched.add(id);
    if (is) return was?.digest.equals(is.digest) ? [] : [featureUpdated(this.state.revision, is)];
    return was ? [featureRemoved(this.state.revision, was)] : [];
  }

  private add(piece: FeaturePiece): void {
    this.count++;
    this.digest.add(piece.digest);
    for (const id of piece.segments) this.uses.set(id, (this.uses.get(id) ?? 0) + 1);
  }

  private remove(piece: FeaturePiece): void {
    this.count--;
    this.digest.subtract(piece.digest);
    for (const id of piece.segments) {
      const left = this.uses.get(id)! - 1;
      if (left > 0) this.uses.set(id, left);
      else this.uses.delete(id);
    }
  }

  /** Segments that came or changed, and those that went: which are told last, after no feature uses them any more. */
  private showAgain(touched: ReadonlySet<number>): [Told[], Told[]] {
    const shown: Told[] = [];
    const gone: Told[] = [];
    for (const id of touched) {
      const was = this.segments.get(id);
      const is = this.show(id);
      if (is && !was?.digest.equals(is.digest)) shown.push(segmentUpdated(this.state.revision, is));
      if (was && !is) gone.push(segmentRemoved(this.state.revision, id));
    }
    return [shown, gone];
  }

  private show(id: number): SegmentPiece | undefined {
    const was = this.segments.get(id);
    const is = this.uses.has(id) ? this.state.segments.get(id) : undefined;
    if (was) this.digest.subtract(was.digest);
    if (is) this.digest.add(is.digest);
    if (is) this.segments.set(id, is);
    else this.segments.delete(id);
    return is;
  }
}
