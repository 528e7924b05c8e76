import type { Address } from '@redoubt/risk/address.ts'
import { CHAIN_IDS, type Chain } from '@redoubt/risk/chain.ts'
import { PERMIT2 } from '@redoubt/risk/derive/tokenPulls.ts'
import type { KeptSignature } from '@redoubt/risk/facts/walletRights.ts'
import type { ScanRecord } from '../../domain/scanRecord.ts'
import { eitherSignature } from '../../domain/signedPermission.ts'
import { tellsTime } from '../../domain/signedTerms.ts'
import type { RenderedIntent } from '../scans/message/renderIntent.ts'
import type { MessageScanResult } from '../scans/message/renderMessage.ts'
import { domainTerms, orderPlace } from './signatureTerms.ts'
import { memberInteger } from './signedMembers.ts'
import { unreadOrder } from './unreadOrders.ts'

type Kept = Pick<MessageScanResult, 'message' | 'intents' | 'riskLevel' | 'address'>

/**
 * The signatures that scans of messages show, where it can be read whether they were used: permits, Permit2's transfers and allowances,
 * EIP-3009, orders of Seaport, CoW, 1inch and 0x, delegations by ERC-7710. One entry per nonce: any of the messages that share a nonce may have
 * been signed, so the riskiest stands, the newest of equally risky ones, until the latest deadline. A message is good on the network that its
 * domain names, wherever it was scanned. Expired messages and those that take nothing are left out. No record tells whether a message was signed.
 * @param records newest first.
 * @param now Unix seconds.
 * @returns Amounts in base units, deadlines in Unix seconds; and how many records could not be read, which an earlier version may have kept.
 */
export function signaturesOf(
  records: readonly ScanRecord[],
  { chain, owner, now }: { chain: Chain; owner: Address; now: number },
): { signatures: KeptSignature[]; unreadable: number } {
  const found = new Map<string, KeptSignature>()
  let unreadable = 0
  for (const record of records) {
    if (record.kind !== 'message') continue
    const signatures = readable(() => signaturesIn(record, { owner, chain }))
    if (signatures === null) unreadable += 1
    for (const signature of signatures ?? []) {
      const { standard, keeper, holder, id, terms } = signature
      // A permit under a made-up domain must not hide a permit that works.
      const key = [standard, keeper, holder, id, terms].join(':')
      const other = found.get(key)
      const isPast = signature.deadline !== null && signature.deadline < now
      // Where its contract says whether its time is over, it is asked.
      const expired = isPast && !tellsTime(signature)
      if (!expired) found.set(key, other === undefined ? signature : eitherSignature(other, signature))
    }
  }
  return { signatures: [...found.values()], unreadable }
}

/** Null: it throws. */
function readable<Value>(read: () => Value): Value | null {
  try {
    return read()
  } catch {
    return null
  }
}

function signaturesIn(record: ScanRecord, { owner, chain }: { owner: Address; chain: Chain }): KeptSignature[] {
  // Its text is as long as the message: none of another network's is read.
  if (record.chain !== chain && !record.result.includes(`"chainId":"${CHAIN_IDS[chain]}"`)) return []
  const { message, intents, riskLevel } = JSON.parse(record.result) as Kept
  const named = message.domain?.chainId ?? null
  if (named === null ? record.chain !== chain : named !== String(CHAIN_IDS[chain])) return []
  // Names and decimals of tokens are those of the network of the scan.
  const isForeign = record.chain !== chain
  const input = JSON.parse(record.input) as { origin?: unknown; typedData?: unknown }
  const scan = {
    requestId: record.requestId,
    scannedAt: record.createdAt,
    origin: typeof input.origin === 'string' ? input.origin : null,
    primaryType: message.primaryType,
    riskLevel,
  }
  const nonceOf = (name: string) => memberInteger(message, input.typedData, name)
  const own = intents.map((intent, at) => ({ ...intent, at })).filter((intent) => isLive(intent, owner))
  // The parts of one Permit2 transfer share its nonce.
  const transfers = own.filter((intent) => intent.kind === 'transfer' && isOfPermit2(intent))
  return [
    ...own.flatMap((intent): KeptSignature[] => {
      const place = placeOf(intent, {
        at: intent.at,
        several: intents.length > 1,
        nonceOf,
        message,
        owner,
        chain,
        asked: input.typedData,
      })
      const worth = worthOf([intent], isForeign)
      if (place !== null) return [{ ...place, ...worth, scan }]
      const unread = unreadOrder(intent, intents, { message, owner, asked: input.typedData })
      if (unread === null || intent.verifier === null) return []
      const keeper = lower(intent.verifier)
      // What it names is both what is given and what is asked for.
      return [{ ...worth, ...unread, keeper, holder: keeper, assets: [], scan }]
    }),
    ...(transfers[0]?.verifier && nonceOf('nonce') !== null
      ? [
          {
            standard: 'permit2-signature' as const,
            keeper: lower(transfers[0].verifier),
            holder: lower(transfers[0].by ?? transfers[0].verifier),
            id: nonceOf('nonce') ?? 0n,
            ...worthOf(transfers, isForeign),
            scan,
          },
        ]
      : []),
  ]
}

/** Of this wallet, and not nothing: an allowance of 0 takes a permission back. */
function isLive({ owner: of, kind, takes }: RenderedIntent, owner: Address): boolean {
  if (of !== null && of.toLowerCase() !== owner) return false
  return !KINDS_THAT_TAKE.has(kind) || takes.some(({ amount }) => amount !== '0')
}

const KINDS_THAT_TAKE: ReadonlySet<RenderedIntent['kind']> = new Set(['allowance', 'transfer', 'order'])

/** The name in a message is free text: another contract of that name moves nothing through Permit2. */
function isOfPermit2({ protocol, verifier }: Pick<RenderedIntent, 'protocol' | 'verifier'>): boolean {
  return protocol !== 'EIP-3009' && verifier?.toLowerCase() === PERMIT2
}

type Place = Pick<KeptSignature, 'standard' | 'keeper' | 'holder' | 'id' | 'terms'>

/** Where it is read whether the signature was used; null: it is of no such standard. */
function placeOf(
  intent: RenderedIntent,
  {
    at,
    several,
    nonceOf,
    message,
    owner,
    chain,
    asked,
  }: {
    at: number
    several: boolean
    nonceOf(name: string): bigint | null
    message: Kept['message']
    owner: Address
    chain: Chain
    asked: unknown
  },
): Place | null {
  const { kind, protocol, verifier, by, takes } = intent
  const place = (
    standard: KeptSignature['standard'],
    keeper: string | null | undefined,
    id: bigint | null,
    terms?: KeptSignature['terms'],
  ): Place | null =>
    keeper == null || id === null || verifier === null
      ? null
      : { standard, keeper: lower(keeper), holder: lower(by ?? verifier), id, ...(terms && { terms }) }
  if (kind === 'allowance' && isOfPermit2({ protocol, verifier })) {
    const nonce = several ? nonceOf(`details[${at}].nonce`) : (nonceOf('details.nonce') ?? nonceOf('details[0].nonce'))
    if (nonce === null) throw new RangeError('the nonce of an allowance was not kept')
    return place('permit2-allowance-signature', takes[0]?.address, nonce)
  }
  if (kind === 'allowance' && (protocol === 'EIP-2612' || protocol === 'DAI permit'))
    return place(
      'permit-signature',
      verifier,
      nonceOf('nonce'),
      domainTerms(message, { isDai: protocol === 'DAI permit', chain }),
    )
  if (protocol === 'EIP-3009')
    return place('authorization-signature', verifier, nonceOf('nonce'), domainTerms(message, { isDai: false, chain }))
  // Whether it still counts is not known without its counter.
  const ofTree = () => {
    const counter = nonceOf('counter')
    if (counter !== null) return place('order-signature', verifier, counter)
    const hash = message.digests?.messageHash
    return hash ? place('seaport-order-signature', verifier, BigInt(hash)) : null
  }
  const order = kind === 'order' || kind === 'session' ? orderPlace(message, intent, { owner, asked }) : null
  if (order !== null) return place(order.standard, verifier, order.id, order.terms)
  if (kind === 'order' && protocol?.startsWith('Seaport')) return ofTree()
  // Of an exchange that is not asked here: what tells it apart is its digest, which may cover several orders.
  const digest = kind === 'order' ? message.digests?.eip712Digest : undefined
  return digest ? place('other-order-signature', verifier, BigInt(digest)) : null
}

function worthOf(
  intents: readonly RenderedIntent[],
  isForeign: boolean,
): Pick<KeptSignature, 'assets' | 'description' | 'unlimited' | 'deadline'> {
  const takes = intents.flatMap((intent) => intent.takes)
  // What a delegation permits lasts until the time of its own.
  const deadlines = intents.flatMap(({ deadline, until, kind }) => {
    const end = kind === 'session' ? until : deadline
    // Where the type is not known, 0 is more likely no end than a past one.
    const isNone = end === null || end === undefined || (kind === 'unknown' && end === '0')
    return isNone ? [] : [Number(end)]
  })
  const described = takes.map(({ description, amount, address }) =>
    isForeign ? `${amount ?? 'any amount'} base units of ${address ?? 'the coin'}` : description,
  )
  const returned = intents.flatMap(({ kind, returns }) => (kind === 'order' ? (returns ?? []) : []))
  const asked = isForeign ? '' : returned.map(({ description }) => description).join(', ')
  return {
    assets: takes.flatMap(({ assetType, address, amount }) =>
      assetType === 'erc20' && address !== null && amount !== null
        ? [{ token: lower(address), amount: BigInt(amount) }]
        : [],
    ),
    description: [described.join(', '), ...(asked === '' ? [] : [asked])].join(' for '),
    unlimited: takes.some(({ unlimited }) => unlimited),
    deadline: deadlines.length === 0 ? null : Math.min(...deadlines),
  }
}

function lower(address: string): Address {
  return address.toLowerCase() as Address
}
