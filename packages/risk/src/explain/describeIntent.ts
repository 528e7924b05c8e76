import type { Address } from '../address.ts'
import { type Chain, NATIVE_SYMBOLS } from '../chain.ts'
import type { Account } from '../facts/account.ts'
import type { DecodedCall } from '../facts/decodedCall.ts'
import type { OrderAsset, SignedIntent } from '../facts/signedIntent.ts'
import { takenAsset } from '../message/takenAsset.ts'
import { describeAsset } from '../wording/formatAmount.ts'
import { listWords } from '../wording/listWords.ts'
import { nameAccount } from '../wording/nameAccount.ts'
import { quote } from '../wording/quote.ts'

type Accounts = Readonly<Record<Address, Account>>

/**
 * Describes what one intent allows, to follow "signing this": `lets 0x57A2…0000 take 5 USDC`.
 * @param steps decoded calls of an execution, for the names of the functions.
 * @param signer account that is asked to sign; assets of any other account are not called theirs.
 */
export function describeIntent(
  chain: Chain,
  intent: SignedIntent,
  named: Accounts,
  steps: readonly DecodedCall[] = [],
  signer: Address | null = null,
): string {
  const who = (address: Address | null) => (address === null ? 'anybody' : nameAccount(address, named[address]))
  const what = (asset: Pick<OrderAsset, 'assetType' | 'address' | 'tokenId' | 'amount'>) => {
    const { symbol = null, decimals = null } = (asset.address && named[asset.address]?.token) ?? {}
    const coin = asset.assetType === 'native'
    return describeAsset({ ...asset, symbol: coin ? NATIVE_SYMBOLS[chain] : symbol, decimals: coin ? 18 : decimals })
  }
  const symbolOf = (token: Address) => named[token]?.token?.symbol ?? null
  switch (intent.kind) {
    case 'allowance': {
      const { spender, owner, token, tokenId, amount, unlimited, standard } = intent
      const own = signer === null || owner === signer
      const asset = takenAsset({ own, owner, symbol: symbolOf(token), token })
      if (amount === 0n) return `revokes the approval of ${who(spender)} for ${asset}`
      const all = unlimited || (standard === 'erc721' && tokenId === null)
      const taken = all
        ? `all ${asset}, now and later`
        : what({ assetType: standard === 'erc721' ? 'erc721' : 'erc20', address: token, tokenId, amount })
      return `lets ${who(spender)} take ${taken}${own || all ? '' : ` of ${who(owner)}, which is not you`}`
    }
    case 'transfer': {
      const asset = what({ assetType: 'erc20', address: intent.token, tokenId: null, amount: intent.amount })
      const from = signer === null || intent.from === signer ? '' : ` of ${who(intent.from)}, which is not you`
      if (intent.to !== null) return `pays ${asset}${from} to ${who(intent.to)}`
      return `lets ${who(intent.spender)} take ${asset}${from}${intent.witness ? ' on the terms of an order' : ''}`
    }
    case 'order': {
      const mine = intent.gets.filter(({ to }) => to === intent.offerer)
      const returned = mine.length > 0 ? listWords(mine.map(what)) : 'nothing'
      return `lets ${who(intent.taker)} take ${listWords(intent.gives.map(what))} for ${returned}`
    }
    case 'execution':
      return `makes the account ${who(intent.account)} call ${listWords(callsIn(intent, { steps, who }))}`
    case 'delegation':
      return `lets the code of ${who(intent.delegate)} act as your account`
    case 'session':
      return `lets ${who(intent.delegate)} act for the account ${who(intent.account)}`
    case 'vote':
      return 'votes, and moves no assets'
    case 'sign-in':
      return `signs you in to ${quote(intent.domain)}`
    case 'hidden-transaction':
      return intent.transaction
        ? `signs a transaction to ${who(intent.transaction.to)}, not a message`
        : 'may sign a transaction, not a message'
    case 'blind':
      return 'signs a hash with hidden content'
    case 'unknown':
      return `signs data of an unknown type${intent.verifier ? ` for ${who(intent.verifier)}` : ''}`
  }
}

/** Names the called functions, `“approve” of USD Coin`, where the calls are decoded; else the called accounts. */
function callsIn(
  { account, calls }: Extract<SignedIntent, { kind: 'execution' }>,
  { steps, who }: { steps: readonly DecodedCall[]; who: (address: Address | null) => string },
): string[] {
  const target = (to: Address | null) => (to === null ? 'a new contract' : to === account ? 'itself' : who(to))
  const made = steps.filter((step) => step.calls.length === 0)
  if (made.length === 0)
    return calls.map(({ to, operation }) => `${target(to)}${operation === 1 ? ' as its own code' : ''}`)
  return made.map(({ to, selector, functionName }) => {
    const name = functionName ? `“${functionName}”` : selector === null ? null : `the unknown function ${selector}`
    return name === null ? target(to) : `${name} of ${target(to)}`
  })
}
