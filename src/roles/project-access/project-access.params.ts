/** A project, as paths name it. */
export class AccessProjectParams {
  /** Id of the project. */
  projectId: string;
}
