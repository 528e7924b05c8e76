import { trustOf } from '../../accounts/trust.ts'
import type { Address } from '../../address.ts'
import { defineDetector } from '../../engine/detector.ts'
import type { Severity } from '../../engine/finding.ts'
import type { Facts } from '../../facts/facts.ts'
import type { OrderAsset, SignedIntent } from '../../facts/signedIntent.ts'
import { judged } from '../../message/parties.ts'
import { isExpired } from '../../message/permissions.ts'
import { nameAccount, shortAddress } from '../../wording/accountNames.ts'

/** Dollars that people pay for a token unknown to all lists; more where an exchange for tokens settles the order. */
const SMALL_USD = 50
const SMALL_USD_OF_EXCHANGES = 1_000
const MAJORITY_PERCENT = 50n

export default defineDetector({
  id: 'order-for-unknown-asset',
  title: 'Order for a fake or unpriced token',
  why: 'An attacker can make a token, name it like a known one and offer millions of units. An order that gives valuable assets for such a token gives them away; exchanges settle it as written.',
  advice: 'Look up the token by its address. Do not sign if you did not choose the token yourself.',
  appliesTo: 'message',
  category: 'associations',
  severity: 'high',
  confidence: 'high',
  family: 'loss',
  decisive: true,
  needs: ['intents', 'block', 'named', 'imitations', 'worstCase'],
  detect: ({ intents, block, named, imitations, worstCase }) => {
    const orders = intents.filter((intent) => intent.kind === 'order').filter((intent) => !isExpired(intent, block))
    if (orders.length === 0) return 'not-applicable'
    const unread: string[] = []
    const hits = orders.flatMap((order) => {
      const { gives, gets, offerer, protocol, verifier } = order
      const own = gets.filter(({ to, amount }) => to === offerer && amount > 0n)
      if (own.length === 0 || gives.every(({ amount }) => amount === 0n)) return []
      const fake = own.find(({ address }) => address !== null && imitations.includes(address))
      const evidence = {
        gives: gives.slice(0, MAX_LISTED).map(assetOf),
        gets: own.slice(0, MAX_LISTED).map(assetOf),
        verifier,
        protocol,
      }
      if (fake?.address) {
        const description = `You get a fake token: ${shortAddress(fake.address)} has the name of a known token and a different address.`
        return [{ severity: 'critical' as const, description, evidence }]
      }
      // Items have no price of their own: the cost of an offer for one decides.
      if (own.some((asset) => asset.assetType !== 'erc20' || isWorth(asset, named, worstCase))) return []
      unread.push(...own.flatMap(({ address }) => (address === null || named[address] ? [] : [`token ${address}`])))
      const [token] = own
      if (!token?.address || !named[token.address]) return []
      const description = `You give ${gives.length === 1 ? 'an asset' : `${gives.length} assets`} for ${nameAccount(token.address, named[token.address])}, a token without a known price.`
      return [{ severity: severityOf(order, { named, worstCase }), description, evidence }]
    })
    return judged(hits, unread)
  },
})

const MAX_LISTED = 8

type Order = Extract<SignedIntent, { kind: 'order' }>
type Context = Pick<Facts, 'named' | 'worstCase'>

function isWorth({ address }: OrderAsset, named: Context['named'], { gained }: Context['worstCase']): boolean {
  const token = address === null ? undefined : named[address]
  if (token !== undefined && trustOf(token) === 'known') return true
  return gained.some((movement) => movement.address === address && movement.usd !== null)
}

/** Judges by the executed loss; without one the assets are not held or not approved now. */
function severityOf({ offerer, gives, verifier }: Order, { named, worstCase }: Context): Severity {
  if (gives.some(({ assetType }) => assetType === 'erc721' || assetType === 'erc1155')) return 'high'
  const given = new Set<Address | null>(gives.map(({ address }) => address))
  const lost = worstCase.lost.filter(({ account, address }) => account === offerer && given.has(address))
  if (lost.length === 0) return 'medium'
  const isMajority = lost.some(({ before, amount }) => before !== null && amount * 100n >= before * MAJORITY_PERCENT)
  const usd = lost.reduce((sum, loss) => sum + (loss.usd ?? 0), 0)
  const exchange = verifier !== null && isExchange(named[verifier])
  const much = usd > (exchange ? SMALL_USD_OF_EXCHANGES : SMALL_USD)
  if (much || (isMajority && usd > SMALL_USD)) return 'high'
  return exchange || usd > 0 ? 'low' : 'medium'
}

/** Whether it is an exchange of tokens, where new ones are bought every minute; item markets have no such habit. */
function isExchange(account: Facts['named'][Address] | undefined): boolean {
  if (account === undefined || trustOf(account) === 'flagged') return false
  const categories = account.labels.filter(({ confidence }) => confidence !== 'low').map(({ category }) => category)
  return categories.includes('defi_protocol') || categories.includes('open-executor')
}

function assetOf({ address, tokenId, amount }: OrderAsset): string {
  return `${amount} of ${address ?? 'native'}${tokenId === null ? '' : `#${tokenId}`}`
}
