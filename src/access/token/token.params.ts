/** A token, as paths name it. */
export class TokenParams {
  /** The secret of the token, or its id. The id does not end up in the logs of others as a secret would. */
  token: string;
}

/** Tokens by their name, as paths have it. */
export class TokenNameParams {
  /** Name of the tokens. */
  name: string;
}

/** The project that tokens belong to, as paths name it. */
export class TokenProjectParams {
  /** Id of the project. */
  projectId: string;
}

/** A token of a project, as paths name it. */
export class ProjectTokenParams extends TokenProjectParams {
  /** The secret of the token, or its id. */
  token: string;
}
