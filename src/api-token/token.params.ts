/** A token, as paths name it. */
export class TokenParams {
  /**
   * The id of the token, its secret as lists show it, or its secret. The first two do not end up in
   * the logs of others as a secret would.
   */
  token: string;
}

/** Tokens by their name, as paths have it. */
export class TokenNameParams {
  /** Name of the tokens, or the secret of one as lists show it. */
  name: string;
}

/** The project that tokens belong to, as paths name it. */
export class TokenProjectParams {
  /** Id of the project. */
  projectId: string;
}

/** A token of a project, as paths name it. */
export class ProjectTokenParams extends TokenProjectParams {
  /** The id of the token, its secret as lists show it, or its secret. */
  token: string;
}
