import type { Address, CallFrame } from '../facts.ts'

/** Net wei that reached each account through value transfers of frames that were not rolled back; fees are no transfer. */
export function nativeFlow(root: CallFrame): Map<Address, bigint> {
  const flow = new Map<Address, bigint>()
  const add = (account: Address, amount: bigint) => flow.set(account, (flow.get(account) ?? 0n) + amount)
  const frames = [root]
  for (let frame = frames.pop(); frame; frame = frames.pop()) {
    if (frame.error !== null) continue
    // DELEGATECALL and CALLCODE report a value that stays where it is.
    const moves = frame.type !== 'DELEGATECALL' && frame.type !== 'CALLCODE' && frame.type !== 'STATICCALL'
    if (moves && frame.to && frame.value > 0n) {
      add(frame.from, -frame.value)
      add(frame.to, frame.value)
    }
    frames.push(...frame.calls)
  }
  return flow
}
