/** Where a connection goes instead of what its URL says. */
export type Detour = { address: string; port: number }

/** Hosts and ports that the operator lets strangers steer to although they are private. */
export type AllowList = {
  /** `hostname` as URL writes it (IPv6 in brackets), `port` as a number. Exact: `localhost:80` does not allow 127.0.0.1:80. */
  has(hostname: string, port: number): boolean
  /** Null: nowhere else. What has a detour is allowed. */
  detour?(hostname: string, port: number): Detour | null
}

/**
 * Reads entries of EGRESS_ALLOW, `host:port` each, IPv6 as `[::1]:8080`.
 * @param connectTo our own sites under names that DNS does not know: `host:port` → `address:port`. May be filled later.
 */
export function createAllowList(
  entries: readonly string[],
  connectTo: ReadonlyMap<string, string> = new Map(),
): Required<AllowList> {
  const allowed = new Set(entries.map((entry) => entry.toLowerCase()))
  return {
    has: (hostname, port) => allowed.has(`${hostname}:${port}`) || connectTo.has(`${hostname}:${port}`),
    detour: (hostname, port) => {
      const [, address, to] = /^\[?(.+?)\]?:(\d+)$/.exec(connectTo.get(`${hostname}:${port}`) ?? '') ?? []
      return address === undefined ? null : { address, port: Number(to) }
    },
  }
}
