export function stable<Body>(body: Body): Body;
