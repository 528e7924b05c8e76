import type { Address, Hex } from '@redoubt/risk/address.ts'
import type { TypedStruct, TypedValue } from '@redoubt/risk/facts/signedMessage.ts'
import type { WorstCaseExecutionStep } from '@redoubt/risk/facts/worstCaseExecution.ts'
import { decodeAbiParameters, encodeFunctionData, parseAbi } from 'viem/utils'
import { HOLDING } from '../decode/readState.ts'
import { quoteSlots } from '../trade/quoteSlots.ts'
import { word } from '../trade/trader.ts'
import {
  fieldOf,
  type IntentOf,
  readNumber,
  step,
  structOf,
  WORST_CASE_ABI,
  type WorstCaseExecutionContext,
  type WorstCaseExecutionPlan,
} from './worstCaseExecutionContext.ts'

/**
 * Those of Seaport's ItemType that a made-up buyer can take or give. From the last on, tokens are named by the Merkle root of a
 * list, or by zero for any token of the collection.
 */
const ITEM = { native: 0n, erc20: 1n, erc721: 2n, erc721Criteria: 4n } as const

/** Seaport's OrderType: the zone must agree, to the whole order or to parts of it. */
const RESTRICTED: readonly bigint[] = [2n, 3n]

/** EIP-721, with its enumerable extension. */
const ABI = parseAbi([
  'function ownerOf(uint256 id) view returns (address)',
  'function tokenByIndex(uint256 index) view returns (uint256)',
  'function tokenOfOwnerByIndex(address owner, uint256 index) view returns (uint256)',
])

/** Ids tried for collections that cannot be enumerated. */
const FIRST_IDS = Array.from({ length: 12 }, (_, id) => BigInt(id))

/** Seaport 1.1 to 1.6: SeaportInterface.sol, whose order structs are the same in all of them. */
const SEAPORT_ABI = parseAbi([
  'struct OfferItem { uint8 itemType; address token; uint256 identifierOrCriteria; uint256 startAmount; uint256 endAmount; }',
  'struct ConsiderationItem { uint8 itemType; address token; uint256 identifierOrCriteria; uint256 startAmount; uint256 endAmount; address recipient; }',
  'struct OrderComponents { address offerer; address zone; OfferItem[] offer; ConsiderationItem[] consideration; uint8 orderType; uint256 startTime; uint256 endTime; bytes32 zoneHash; uint256 salt; bytes32 conduitKey; uint256 counter; }',
  'struct OrderParameters { address offerer; address zone; OfferItem[] offer; ConsiderationItem[] consideration; uint8 orderType; uint256 startTime; uint256 endTime; bytes32 zoneHash; uint256 salt; bytes32 conduitKey; uint256 totalOriginalConsiderationItems; }',
  'struct Order { OrderParameters parameters; bytes signature; }',
  'struct AdvancedOrder { OrderParameters parameters; uint120 numerator; uint120 denominator; bytes signature; bytes extraData; }',
  'struct CriteriaResolver { uint256 orderIndex; uint8 side; uint256 index; uint256 identifier; bytes32[] criteriaProof; }',
  'function getOrderHash(OrderComponents order) view returns (bytes32)',
  'function getOrderStatus(bytes32 orderHash) view returns (bool isValidated, bool isCancelled, uint256 totalFilled, uint256 totalSize)',
  'function validate(Order[] orders) returns (bool)',
  'function fulfillAdvancedOrder(AdvancedOrder order, CriteriaResolver[] criteriaResolvers, bytes32 fulfillerConduitKey, address recipient) payable returns (bool)',
])
const STATUS = [{ type: 'bool' }, { type: 'bool' }, { type: 'uint256' }, { type: 'uint256' }] as const
const STATUS_BYTES = 128
const NO_CONDUIT: Hex = `0x${'0'.repeat(64)}`
const UNLIMITED = 2n ** 256n - 1n
const OFFER_SIDE = 0
const CONSIDERATION_SIDE = 1

type Overrides = NonNullable<WorstCaseExecutionPlan['overrides']>
type Resolver = { orderIndex: bigint; side: number; index: bigint; identifier: bigint; criteriaProof: Hex[] }

/**
 * The offerer validates the worst the order allows, which needs no signature, and a taker fills it: with coin, with tokens it
 * is lent, and with NFTs that their holders hand over. Where a zone must agree, the zone fills it: it may agree to anything.
 * Null when the message is no Seaport order, its code is not on this chain, or the taker cannot be given what is asked.
 * @param place of the order among those of the message, where it is of no tree.
 */
export async function seaportSteps(
  context: WorstCaseExecutionContext,
  intent: IntentOf<'order'>,
  buyer: Address,
  place: number,
): Promise<{ steps: WorstCaseExecutionStep[]; overrides: Overrides } | { worthless: string } | null> {
  const { verifier } = intent
  const signed = signedOrder(structOf(context.message), intent.leaf ?? place)
  if (verifier === null || signed === null || !intent.protocol?.startsWith('Seaport')) return null
  if ((await context.chain.code(context.block, verifier, context.signal)) === '0x') return null
  const worthless = await whyWorthless(context, verifier, signed)
  if (worthless !== null) return { worthless }
  const order = worstOrder(signed, context.block.timestamp)
  const taker = RESTRICTED.includes(order.orderType) ? order.zone : buyer
  const [given, paid] = await Promise.all([
    resolvers(context, order),
    payments(context, order, { taker, spender: verifier }),
  ])
  if (given === null || paid === null) return null
  const { counter: _counter, ...rest } = order
  const parameters = { ...rest, totalOriginalConsiderationItems: BigInt(order.consideration.length) }
  const fill = [
    { parameters, numerator: 1n, denominator: 1n, signature: '0x', extraData: '0x' },
    [...given, ...paid.resolvers],
    NO_CONDUIT,
    buyer,
  ]
  const steps = [
    step(
      'the order is put on chain',
      order.offerer,
      verifier,
      seaport('validate', [[{ parameters, signature: '0x' }]]),
    ),
    ...paid.steps,
    step('somebody fills it', taker, verifier, seaport('fulfillAdvancedOrder', fill), paid.value),
  ]
  return { steps, overrides: paid.overrides }
}

/** Orders are cancelled one by one or all at once, and filled once. */
async function whyWorthless(
  context: WorstCaseExecutionContext,
  verifier: Address,
  order: OrderComponents,
): Promise<string | null> {
  const { chain, block, signal } = context
  const counter = encodeFunctionData({ abi: WORST_CASE_ABI, functionName: 'getCounter', args: [order.offerer] })
  const hashed = seaport('getOrderHash', [order])
  const [current, hash] = await Promise.all([
    readNumber(context, verifier, counter),
    readNumber(context, verifier, hashed),
  ])
  if (current !== null && order.counter < current) return 'the order has been cancelled'
  if (hash === null) return null
  const data = seaport('getOrderStatus', [`0x${word(hash)}`])
  const answer = await chain.ask(block, { to: verifier, data, ...HOLDING, max: STATUS_BYTES }, signal)
  if (answer === null || answer.length < 2 + 2 * STATUS_BYTES) return null
  const [, cancelled, filled, size] = decodeAbiParameters(STATUS, answer)
  if (cancelled) return 'the order has been cancelled'
  return size > 0n && filled >= size ? 'the order has been filled' : null
}

/** Returns the offerer's tokens that are taken, where the order leaves the choice. Null where the choice is not known. */
async function resolvers(
  context: WorstCaseExecutionContext,
  { offer, offerer }: OrderComponents,
): Promise<Resolver[] | null> {
  const chosen: Resolver[] = []
  for (const [index, { itemType, token, identifierOrCriteria }] of offer.entries()) {
    if (itemType < ITEM.erc721Criteria) continue
    if (itemType !== ITEM.erc721Criteria || identifierOrCriteria !== 0n) return null
    const nft = await anyNft(context, token, { account: offerer, holds: true })
    if (nft === null) return null
    chosen.push(resolver(OFFER_SIDE, index, nft.id))
  }
  return chosen
}

/** Gives the taker its payment: coin sent along, tokens by override, NFTs from their holders. Null when that fails. */
async function payments(
  context: WorstCaseExecutionContext,
  { consideration, offerer }: OrderComponents,
  { taker, spender }: { taker: Address; spender: Address },
): Promise<{ steps: WorstCaseExecutionStep[]; overrides: Overrides; value: bigint; resolvers: Resolver[] } | null> {
  const steps = new Map<string, WorstCaseExecutionStep>()
  const owed = new Map<Address, bigint>()
  const chosen: Resolver[] = []
  let value = 0n
  const approve = (token: Address, functionName: 'approve' | 'setApprovalForAll') => {
    const data =
      functionName === 'approve'
        ? encodeFunctionData({ abi: WORST_CASE_ABI, functionName, args: [spender, UNLIMITED] })
        : encodeFunctionData({ abi: WORST_CASE_ABI, functionName, args: [spender, true] })
    steps.set(token, step('the buyer approves what is asked', taker, token, data))
  }
  for (const [index, { itemType, token, identifierOrCriteria, startAmount }] of consideration.entries()) {
    if (itemType === ITEM.native) value += startAmount
    else if (itemType === ITEM.erc20) {
      owed.set(token, (owed.get(token) ?? 0n) + startAmount)
      approve(token, 'approve')
    } else if (itemType === ITEM.erc721 || (itemType === ITEM.erc721Criteria && identifierOrCriteria === 0n)) {
      const free = itemType === ITEM.erc721Criteria
      const nft = free
        ? await anyNft(context, token, { account: offerer, holds: false })
        : await holderOf(context, token, identifierOrCriteria)
      if (nft === null || nft.holder === offerer) return null
      const args = [nft.holder, taker, nft.id] as const
      const data = encodeFunctionData({ abi: WORST_CASE_ABI, functionName: 'transferFrom', args })
      if (nft.holder !== taker)
        steps.set(`${token}#${nft.id}`, step('its holder lets the buyer have what is asked', nft.holder, token, data))
      approve(token, 'setApprovalForAll')
      if (free) chosen.push(resolver(CONSIDERATION_SIDE, index, nft.id))
    } else return null
  }
  const overrides: Overrides = {}
  for (const [token, amount] of owed) {
    const { chain, simulator, block, signal } = context
    const slot = await quoteSlots({ chain, simulator }, { block, token }, signal)
    if (slot === null) return null
    // Twice the price: tokens may charge fees of their own.
    overrides[token] = { storage: { [slot(taker)]: `0x${word(2n * amount < 2n ** 255n ? 2n * amount : amount)}` } }
  }
  return { steps: [...steps.values()], overrides, value, resolvers: chosen }
}

function resolver(side: number, index: number, identifier: bigint): Resolver {
  return { orderIndex: 0n, side, index: BigInt(index), identifier, criteriaProof: [] }
}

function seaport(
  functionName: 'validate' | 'fulfillAdvancedOrder' | 'getOrderHash' | 'getOrderStatus',
  args: readonly unknown[],
): Hex {
  return encodeFunctionData({ abi: SEAPORT_ABI, functionName, args } as never)
}

/** An ERC-721 token and its holder. */
type HeldNft = { id: bigint; holder: Address }

/** Returns the holder of the token; null when there is none. */
async function holderOf(context: WorstCaseExecutionContext, token: Address, id: bigint): Promise<HeldNft | null> {
  const owner = await readNumber(context, token, encodeFunctionData({ abi: ABI, functionName: 'ownerOf', args: [id] }))
  if (owner === null || owner === 0n || owner >> 160n !== 0n) return null
  return { id, holder: `0x${owner.toString(16).padStart(40, '0')}` }
}

/**
 * Some token of the collection that the account holds, or that it does not; null when none was found, though there may be one.
 */
async function anyNft(
  context: WorstCaseExecutionContext,
  token: Address,
  { account, holds }: { account: Address; holds: boolean },
): Promise<HeldNft | null> {
  const counted = await readNumber(
    context,
    token,
    holds
      ? encodeFunctionData({ abi: ABI, functionName: 'tokenOfOwnerByIndex', args: [account, 0n] })
      : encodeFunctionData({ abi: ABI, functionName: 'tokenByIndex', args: [0n] }),
  )
  const ids = counted === null ? FIRST_IDS : [counted, ...FIRST_IDS]
  const held = await Promise.all(ids.map((id) => holderOf(context, token, id)))
  return held.find((one) => one !== null && (one.holder === account) === holds) ?? null
}

/** Amounts are in base units; itemType is one of ITEM. */
type OfferItem = {
  itemType: bigint
  token: Address
  identifierOrCriteria: bigint
  startAmount: bigint
  endAmount: bigint
}

type ConsiderationItem = OfferItem & { recipient: Address }

/** OrderComponents of Seaport 1.1 to 1.6; times in Unix seconds. */
type OrderComponents = {
  offerer: Address
  zone: Address
  offer: OfferItem[]
  consideration: ConsiderationItem[]
  orderType: bigint
  startTime: bigint
  endTime: bigint
  zoneHash: Hex
  salt: bigint
  conduitKey: Hex
  counter: bigint
}

/** The order that was signed, or the one at a place of a bulk order's tree, where empty leaves do not count. */
export function signedOrder(struct: TypedStruct | null, place: number): OrderComponents | null {
  if (struct?.type === 'OrderComponents') return plain(struct) as OrderComponents
  return leaves(fieldOf(struct, 'tree'))[place] ?? null
}

/**
 * What the order allows at worst: most is given and least is asked, whenever that is, and it has begun. What is asked falls to
 * nothing in no auction: Seaport rounds it up, and refuses items of nothing.
 */
export function worstOrder(order: OrderComponents, now: bigint): OrderComponents {
  const fixed = <Item extends OfferItem>(item: Item, amount: bigint) => ({
    ...item,
    startAmount: amount,
    endAmount: amount,
  })
  return {
    ...order,
    startTime: order.startTime < now ? order.startTime : now,
    offer: order.offer.map((item) => fixed(item, max(item))),
    consideration: order.consideration.map((item) => fixed(item, least(item))),
  }
}

function leaves(tree: TypedValue): OrderComponents[] {
  if (Array.isArray(tree)) return tree.flatMap(leaves)
  if (typeof tree !== 'object' || tree?.type !== 'OrderComponents') return []
  const order = plain(tree) as OrderComponents
  return order.offer.length + order.consideration.length > 0 ? [order] : []
}

function plain(value: TypedValue): unknown {
  if (Array.isArray(value)) return value.map(plain)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(value.members.map((member) => [member.name, plain(member.value)]))
}

function max({ startAmount, endAmount }: OfferItem): bigint {
  return startAmount > endAmount ? startAmount : endAmount
}

function least({ startAmount, endAmount }: OfferItem): bigint {
  const less = startAmount < endAmount ? startAmount : endAmount
  return less === 0n && startAmount !== endAmount ? 1n : less
}
