/** Where a sign-in link leads. The token is in the fragment: browsers send it to no server, and in no `Referer`. */
export function signInLink(origin: string, token: string): string {
  return `${origin}/dashboard/sign-in#token=${token}`
}

/** Where the link to a shared scan leads. */
export function sharedScanLink(origin: string, token: string): string {
  return `${origin}/dashboard/shared#token=${token}`
}
