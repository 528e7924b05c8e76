import type { AcceptedCall } from './tried.ts'

/** transferOwnership(address): its caller is the owner already. */
const OWNERSHIP = '0xf2fde38b'

/** Returns the calls by which a privileged account names itself: it may put itself on a list, into a role or in the place of a trusted contract. */
export function selfGrants(found: readonly AcceptedCall[]): AcceptedCall[] {
  return found.filter(({ caller, way, made }) => {
    const itself = way.args.includes(caller.address) && way.flag !== false && way.number !== 0n
    return caller.role !== 'stranger' && itself && made.selector !== OWNERSHIP
  })
}

/** Returns the first of these calls of each function and caller. */
export function firstOfFunctions(grants: readonly AcceptedCall[], max: number): AcceptedCall[] {
  const unique = new Map(
    grants.toReversed().map((one) => [`${one.target.address} ${one.made.selector} ${one.caller.address}`, one]),
  )
  return [...unique.values()].toReversed().slice(0, max)
}
