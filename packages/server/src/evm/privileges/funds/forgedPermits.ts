import type { Capability } from '@redoubt/risk/facts/privileges.ts'
import type { Transaction } from '@redoubt/risk/facts/transaction.ts'
import { words } from '../../trade/words.ts'
import { execute } from '../execute.ts'
import { observeCall, readObservation } from '../observation.ts'
import type { PrivilegesContext } from '../privilegesContext.ts'

/** permit(address,address,uint256,uint256,uint8,bytes32,bytes32) of EIP-2612. */
const PERMIT = '0xd505accf'
const GAS = 1_000_000n
const NEVER = 2n ** 64n

/**
 * Finds whether the token accepts a forged permit: an invalid signature recovers to the zero address, which careless code takes
 * for the holder's.
 */
export async function forgedPermits(context: PrivilegesContext): Promise<Capability[]> {
  const { fixture, address, bytecode } = context
  const { holder, stranger, amount, prelude } = fixture
  const made = bytecode.functions.find(({ selector }) => selector === PERMIT)
  if (made === undefined || amount === 0n) return []
  const call = (data: Transaction['data']) => ({ from: stranger, to: address, value: 0n, data, gas: GAS })
  const look = observeCall({ subject: address, caller: stranger, fixture })
  const permit = call(words(PERMIT, holder, stranger, amount, NEVER, 27n, 0n, 0n))
  const pull = call(words('0x23b872dd', holder, stranger, amount))
  const [outcomes] = await execute(context, [{ calls: [...prelude, look, permit, pull, look] }], 'forged permits')
  const before = readObservation(fixture, outcomes?.[prelude.length])
  const after = readObservation(fixture, outcomes?.[prelude.length + 3])
  const [was, is] = [before?.held.holder ?? 0n, after?.held.holder ?? 0n]
  if (before === null || after === null || is >= was) return []
  const args = [holder, stranger, amount.toString(), NEVER.toString(), '27', '0x0', '0x0']
  return [
    {
      kind: 'balance-write',
      state: 'effective',
      call: { caller: stranger, callerRole: 'stranger', selector: PERMIT, signature: made.signature, args },
      shown: `with a signature of zeros a stranger allowed itself a holder's tokens: balanceOf(${holder}) ${was} → ${is}`,
    },
  ]
}
