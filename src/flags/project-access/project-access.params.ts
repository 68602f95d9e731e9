/** A project in a path. */
export class AccessProjectParams {
  /** Id of the project. */
  projectId: string;
}
