import type { Address } from '../address.ts'
import type { CallFrame } from '../facts/execution.ts'
import { PERMIT2 } from './tokenPulls.ts'

const APPROVALS: ReadonlySet<string> = new Set([
  '0x8c5be1e5ebec7d5bd14f71427d1e84f3dd0314c0f7b2291e5b200ac8c7c3b925',
  '0x17307eab39ab6107e8899845ad3d59bd9653f200f220920489ca2b5937696c31',
  // ERC-6909: an amount of one id, and an operator.
  '0xb3fd5071835887567a0671151121894ddccc2842f1d10bedad13e0d17cace9a7',
  '0xceb576d9f15e4e200fdb5096d64d5dfd667e16def20c1eefd14256d8e3faa267',
])
/** Approval and Permit of Permit2: owner, token and spender as topics. */
const PERMIT2_APPROVALS: ReadonlySet<string> = new Set([
  '0xda9fa7c1b00402c17d0161b249b1ab8bbec047c5a52207b9c112deffd817036b',
  '0xc6a377bfc4eb120024a8ac08eef205be16b817020812c73223e81d1bdb9708ec',
])

/** A permission by its token and spender, and whether Permit2 keeps it. */
export function permissionKey(token: Address, spender: Address, byPermit2: boolean): string {
  return `${token} ${spender} ${byPermit2}`
}

/** Permissions of the principals that an execution logs, by `permissionKey`; what a failed call logged does not count. */
export function loggedApprovals(frame: CallFrame, principals: readonly Address[]): Set<string> {
  const found = new Set<string>()
  const visit = ({ error, logs, calls }: CallFrame): void => {
    if (error !== null) return
    for (const { address, topics } of logs) {
      const [kind = '', owner, second, third] = topics
      if (owner === undefined || second === undefined || !principals.includes(addressOf(owner))) continue
      if (APPROVALS.has(kind)) found.add(permissionKey(address, addressOf(second), false))
      if (address === PERMIT2 && PERMIT2_APPROVALS.has(kind) && third !== undefined)
        found.add(permissionKey(addressOf(second), addressOf(third), true))
    }
    calls.forEach(visit)
  }
  visit(frame)
  return found
}

function addressOf(topic: string): Address {
  return `0x${topic.slice(26)}`
}
