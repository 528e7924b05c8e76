/** Hosts and ports that the operator lets strangers steer to although they are private. */
export type AllowList = {
  /** `hostname` as URL writes it (IPv6 in brackets), `port` as a number. Exact: `localhost:80` does not allow 127.0.0.1:80. */
  has(hostname: string, port: number): boolean
}

/** Reads entries of EGRESS_ALLOW, `host:port` each, IPv6 as `[::1]:8080`. */
export function createAllowList(entries: readonly string[]): AllowList {
  const allowed = new Set(entries.map((entry) => entry.toLowerCase()))
  return { has: (hostname, port) => allowed.has(`${hostname}:${port}`) }
}
