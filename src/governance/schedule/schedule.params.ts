/** A schedule of a project. */
export interface SchedulePlace {
  readonly projectId: string;
  readonly id: number;
}
