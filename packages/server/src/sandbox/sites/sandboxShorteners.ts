/** Hosts of the sandbox that shorten links, besides the well-known ones. */
export const SANDBOX_SHORTENERS: readonly string[] = ['tidy-link.test']
