import type { Address, Hex } from '@redoubt/risk/address.ts'
import type { PinnedBlock } from '@redoubt/risk/facts/pinnedBlock.ts'
import { isBurnAddress } from '../../privileges/effects.ts'
import { accountsInWord } from '../../privileges/holders/accountWords.ts'
import type { CallerLookup } from '../callers/callerLookup.ts'
import { possibleCallers } from '../callers/privilegedCallers.ts'
import type { Payer } from '../calls/readPayer.ts'
import type { ClaimSources } from '../runs/claimRuns.ts'

const MAX_SLOTS = 24
const MAX_NAMED = 24

/**
 * Returns the accounts that a contract names and may have allowed to spend: those in its code, its constructor, its roles and the words of
 * its storage. `creation`: the transaction that created it; null: unknown.
 */
export async function namedSpenders(
  sources: ClaimSources,
  {
    block,
    payer,
    except,
    callersOf,
  }: { block: PinnedBlock; payer: Payer; except: readonly Address[]; callersOf: CallerLookup },
  signal: AbortSignal,
): Promise<{ named: Address[]; creation: Hex | null }> {
  const { chain } = sources
  const slots = [...new Set(payer.functions.flatMap(({ reads, writes }) => [...reads, ...writes]))]
  const [{ unique, creation }, stored] = await Promise.all([
    possibleCallers(sources, { block, payer, except, callersOf }, signal),
    Promise.all(slots.slice(0, MAX_SLOTS).map((slot) => chain.storage(block, payer.address, slot, signal))),
  ])
  const kept = stored.flatMap(accountsInWord).filter((one) => !except.includes(one) && !isBurnAddress(BigInt(one)))
  return { named: [...new Set([...kept, ...unique.map(({ address }) => address)])].slice(0, MAX_NAMED), creation }
}
