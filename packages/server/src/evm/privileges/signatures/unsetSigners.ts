import type { Address, Hex } from '@redoubt/risk/address.ts'
import type { Bytecode } from '@redoubt/risk/facts/bytecode.ts'
import type { PinnedBlock } from '@redoubt/risk/facts/pinnedBlock.ts'
import type { ChainSource } from '../../rpc/chainSource.ts'
import { explorePulls } from '../paths/explore.ts'
import { markedInputs } from '../paths/markedInput.ts'
import { pullsWorld } from '../pulls/pullsWorld.ts'
import { takesSignature } from './takesSignature.ts'

const MAX_FUNCTIONS = 8
const MAX_STEPS = 60_000

/**
 * Returns the functions that go on only where the signer that ECRECOVER answers is the zero address, as the state is: a signer that was not
 * set. An invalid signature recovers to it, unless the code refuses that.
 */
export async function unsetSigners(
  chain: ChainSource,
  { block, address, bytecode }: { block: PinnedBlock; address: Address; bytecode: Bytecode },
  signal: AbortSignal,
): Promise<Set<Hex>> {
  const found = new Set<Hex>()
  const world = { ...pullsWorld(chain, { block, address, powers: [] }, signal), left: MAX_STEPS }
  for (const { selector, arguments: types } of bytecode.functions.filter(takesSignature).slice(0, MAX_FUNCTIONS))
    for (const input of markedInputs(selector, types)) {
      signal.throwIfAborted()
      const ended: (typeof world)['ended'] = ({ lifted }) => {
        if (lifted.some(({ identity }) => identity?.who === 'signer' && identity.other === 0n)) found.add(selector)
      }
      if (!found.has(selector)) await explorePulls(Object.assign(world, { ended }), input)
    }
  return found
}
