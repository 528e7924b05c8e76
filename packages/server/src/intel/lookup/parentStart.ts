/** No name on the internet is longer (RFC 1035, 2.3.4); what stands further left in a host is not looked at. */
const LONGEST_HOST = 253

/**
 * Index at which the next parent of the host that starts at `at` begins, or -1. A single label such as `com` is no parent.
 * Other public suffixes and shared domains are not looked for here, because no list can hold them: importers drop them.
 */
export function parentStart(host: string, at: number): number {
  const dot = host.indexOf('.', Math.max(at, host.length - LONGEST_HOST - 1))
  return dot < 0 || host.indexOf('.', dot + 1) < 0 ? -1 : dot + 1
}
