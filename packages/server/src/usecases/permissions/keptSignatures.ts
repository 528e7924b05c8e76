import type { Address } from '@redoubt/risk/address.ts'
import type { Chain } from '@redoubt/risk/chain.ts'
import type { KeptSignature } from '@redoubt/risk/facts/walletRights.ts'
import type { ScanRecord } from '../../domain/scanRecord.ts'
import type { RenderedIntent } from '../scans/message/renderIntent.ts'
import type { MessageScanResult } from '../scans/message/renderMessage.ts'

type Kept = Pick<MessageScanResult, 'message' | 'intents' | 'riskLevel' | 'address'>

/**
 * The signatures that scans of messages show, where it can be read whether they were used: permits, Permit2's transfers and allowances,
 * EIP-3009 and Seaport. Each once, the newest scan of it; what is past its deadline is left out. Whether one was ever signed is not known.
 * @param now Unix seconds.
 */
export function signaturesOf(
  records: readonly ScanRecord[],
  { chain, owner, now }: { chain: Chain; owner: Address; now: number },
): KeptSignature[] {
  const found = new Map<string, KeptSignature>()
  for (const record of records) {
    if (record.kind !== 'message' || record.chain !== chain) continue
    for (const signature of signaturesIn(record, owner)) {
      const { standard, keeper, holder, id } = signature
      const key = [standard, keeper, holder, id].join(':')
      if ((signature.deadline === null || signature.deadline >= now) && !found.has(key)) found.set(key, signature)
    }
  }
  return [...found.values()]
}

function signaturesIn(record: ScanRecord, owner: Address): KeptSignature[] {
  const { message, intents, riskLevel } = JSON.parse(record.result) as Kept
  const input = JSON.parse(record.input) as { origin?: unknown }
  const scan = {
    requestId: record.requestId,
    scannedAt: record.createdAt,
    origin: typeof input.origin === 'string' ? input.origin : null,
    primaryType: message.primaryType,
    riskLevel,
  }
  const nonceOf = (name: string) => integerOf(message.parameters.find((one) => one.name === name)?.value)
  const own = intents.filter((intent) => intent.owner === null || intent.owner.toLowerCase() === owner)
  // The parts of one Permit2 transfer share its nonce.
  const transfers = own.filter(({ kind, protocol }) => kind === 'transfer' && protocol !== 'EIP-3009')
  return [
    ...own.flatMap((intent, at): KeptSignature[] => {
      const place = placeOf(intent, { at, several: own.length > 1, nonceOf })
      return place === null ? [] : [{ ...place, ...worthOf([intent]), scan }]
    }),
    ...(transfers[0]?.verifier && nonceOf('nonce') !== null
      ? [
          {
            standard: 'permit2-signature' as const,
            keeper: lower(transfers[0].verifier),
            holder: lower(transfers[0].by ?? transfers[0].verifier),
            id: nonceOf('nonce') ?? 0n,
            ...worthOf(transfers),
            scan,
          },
        ]
      : []),
  ]
}

type Place = Pick<KeptSignature, 'standard' | 'keeper' | 'holder' | 'id'>

/** Where it is read whether the signature was used; null: it is of no such standard. */
function placeOf(
  { kind, protocol, verifier, by, takes }: RenderedIntent,
  { at, several, nonceOf }: { at: number; several: boolean; nonceOf(name: string): bigint | null },
): Place | null {
  const place = (standard: KeptSignature['standard'], keeper: string | null | undefined, id: bigint | null) =>
    keeper == null || id === null || verifier === null
      ? null
      : { standard, keeper: lower(keeper), holder: lower(by ?? verifier), id }
  if (kind === 'allowance' && protocol?.startsWith('Permit2'))
    return place(
      'permit2-allowance-signature',
      takes[0]?.address,
      nonceOf(several ? `details[${at}].nonce` : 'details.nonce') ?? nonceOf('details[0].nonce'),
    )
  if (kind === 'allowance' && (protocol === 'EIP-2612' || protocol === 'DAI permit'))
    return place('permit-signature', verifier, nonceOf('nonce'))
  if (protocol === 'EIP-3009') return place('authorization-signature', verifier, nonceOf('nonce'))
  if (kind === 'order' && protocol?.startsWith('Seaport')) return place('order-signature', verifier, nonceOf('counter'))
  return null
}

function worthOf(
  intents: readonly RenderedIntent[],
): Pick<KeptSignature, 'assets' | 'description' | 'unlimited' | 'deadline'> {
  const takes = intents.flatMap((intent) => intent.takes)
  const deadlines = intents.flatMap(({ deadline }) => (deadline === null ? [] : [Number(deadline)]))
  return {
    assets: takes.flatMap(({ assetType, address, amount }) =>
      assetType === 'erc20' && address !== null && amount !== null
        ? [{ token: lower(address), amount: BigInt(amount) }]
        : [],
    ),
    description: takes.map(({ description }) => description).join(', '),
    unlimited: takes.some(({ unlimited }) => unlimited),
    deadline: deadlines.length === 0 ? null : Math.min(...deadlines),
  }
}

/** Integers are shown in decimal, bytes in hexadecimal. */
function integerOf(text: string | undefined): bigint | null {
  if (text === undefined || !/^(\d{1,78}|0x[0-9a-f]{1,64})$/i.test(text)) return null
  return BigInt(text)
}

function lower(address: string): Address {
  return address.toLowerCase() as Address
}
