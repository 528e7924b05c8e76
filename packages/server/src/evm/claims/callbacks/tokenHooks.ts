import type { Address, Hex } from '@redoubt/risk/address.ts'
import type { PinnedBlock } from '@redoubt/risk/facts/pinnedBlock.ts'
import type { Transaction } from '@redoubt/risk/facts/transaction.ts'
import { keccak256, stringToHex } from 'viem/utils'
import { word } from '../../trade/trader.ts'
import { callOf } from '../calls/claimValues.ts'
import type { ClaimSources } from '../runs/claimRuns.ts'

/** Where ERC-1820 keeps who is called for an account, and its setInterfaceImplementer(address,bytes32,address). */
const REGISTRY: Address = '0x1820a4b7618bde71dce8cdc73aab6c95905fad24'
const SET_IMPLEMENTER: Hex = '0x29965a1d'
const HOOKS = ['ERC777TokensSender', 'ERC777TokensRecipient'].map((name) => keccak256(stringToHex(name)))

type TokenHooks = { hooked: boolean; registrations: Transaction[] }

export const NO_HOOKS: TokenHooks = { hooked: false, registrations: [] }

/**
 * Says by its code whether a transfer of the token calls other contracts, as the hooks of ERC-777 and ERC-677 do, and how an account registers
 * for them where the token asks the registry.
 */
export async function tokenHooks(
  { chain, bytecode }: Pick<ClaimSources, 'chain' | 'bytecode'>,
  { block, token, account }: { block: PinnedBlock; token: Address; account: Address },
  signal: AbortSignal,
): Promise<TokenHooks> {
  const code = await chain.code(block, token, signal)
  if (code === '0x') return NO_HOOKS
  const analysed = await bytecode.analyse({ address: token, code, abi: null }, signal)
  if (analysed?.transferPath?.calls.some(({ kind }) => kind === 'call') !== true) return NO_HOOKS
  const registrations = code.includes(REGISTRY.slice(2))
    ? HOOKS.map((hook) =>
        callOf(account, REGISTRY, `${SET_IMPLEMENTER}${word(account)}${hook.slice(2)}${word(account)}` as Hex),
      )
    : []
  return { hooked: true, registrations }
}
