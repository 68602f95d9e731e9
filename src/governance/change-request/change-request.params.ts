/** A change request of a project. */
export interface ChangeRequestPlace {
  readonly projectId: string;
  readonly id: number;
}
