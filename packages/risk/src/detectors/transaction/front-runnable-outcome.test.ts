import type { Facts } from '../../facts/facts.ts'
import type { PoolMove } from '../../facts/poolMove.ts'
import type { OpenAccount, OpenSlot, Validity, WriterClass } from '../../facts/validityFacts.ts'
import { detectorTest } from '../../testing/detectorTest.ts'
import { FRIEND, STRANGER, sampleFacts, UNKNOWN_CONTRACT, USDC } from '../../testing/sampleFacts.ts'
import detector from './front-runnable-outcome.ts'

const BLOCK = sampleFacts().block as Validity['block']
const word = (value: number) => `0x${value.toString(16).padStart(64, '0')}` as const

const executed = (account: WriterClass): OpenSlot['executed'] => ({
  ...({ caller: STRANGER, account, selector: '0x12345678', signature: 'setOpen(bool)', args: ['true'] } as const),
})
const written = (secondsAgo: bigint, creation = false) => ({
  blockNumber: BLOCK.number - 10n,
  timestamp: BLOCK.timestamp - secondsAgo,
  creation,
  by: STRANGER,
  transactionHash: null,
})

function rests(...slots: Partial<OpenSlot>[]): { validity: Validity } {
  const openSlots = slots.map(
    (slot): OpenSlot => ({
      contract: UNKNOWN_CONTRACT,
      slot: word(1),
      role: null,
      value: word(0),
      bounded: false,
      writers: [
        { selector: '0x12345678', signature: null, caller: 'privileged', by: [{ address: FRIEND, account: 'eoa' }] },
      ],
      flip: { value: word(1), effect: 'new-loss' },
      executed: null,
      lastWrite: null,
      ...slot,
    }),
  )
  return {
    validity: {
      block: BLOCK,
      openSlots,
      openAccounts: [],
      upgradeable: [],
      market: [],
      onTrust: [],
      examined: 3,
      leftOut: 0,
    },
  }
}
function looksAt(open: Partial<OpenAccount>): { validity: Validity } {
  const { validity } = rests()
  const account: OpenAccount = {
    account: STRANGER,
    reads: 'balance',
    value: '0',
    writer: 'anyone',
    flip: { value: '1', effect: 'new-loss' },
    ...open,
  }
  return { validity: { ...validity, openAccounts: [account] } }
}
/** A sale of 40,000 dollars for ether. The amounts after: another account sold at the pool first. */
const ether = (amount: number) => BigInt(Math.round(amount * 1_000)) * 10n ** 15n
function sells(
  after: number,
  limit: number | null,
  usd = 40_000,
  givenAfter = 40_000,
  tolerance: number | null = null,
): Partial<Facts> {
  const given = { address: USDC, symbol: 'USDC', decimals: 6, amount: 40_000_000_000n }
  const received = { address: null, symbol: 'ETH', decimals: 18, amount: ether(11), amountAfter: ether(after) }
  const poolMove: PoolMove = {
    pools: [STRANGER],
    times: 16,
    given: { ...given, amountAfter: BigInt(givenAfter) * 1_000_000n },
    received,
    usd,
    limit: limit === null ? null : ether(limit),
    tolerance,
  }
  return { ...rests(), poolMove }
}
const WORSE = { value: word(99), effect: 'worse' } as const

detectorTest(detector, {
  detects: {
    'a switch that a key can throw, and then it drains': { ...rests({ executed: executed('eoa') }), severity: 'high' },
    'a switch that anyone can throw': { ...rests({ executed: executed('anyone') }), severity: 'high' },
    'an amount that a key can raise': { ...rests({ flip: WORSE, executed: executed('eoa') }), severity: 'medium' },
    'an amount that a key can raise, and changed an hour ago': {
      ...rests({ flip: WORSE, executed: executed('eoa'), lastWrite: written(3_600n) }),
      severity: 'high',
    },
    'an amount that was set when the contract was made, an hour ago': {
      ...rests({ flip: WORSE, executed: executed('eoa'), lastWrite: written(3_600n, true) }),
      severity: 'medium',
    },
    'an amount that was changed two days ago': {
      ...rests({ flip: WORSE, executed: executed('eoa'), lastWrite: written(172_800n) }),
      severity: 'medium',
    },
    'a drain that a listed account can arm': { ...rests({ executed: executed('unknown') }), severity: 'medium' },
    'a drain behind other code': { ...rests({ executed: executed('contract') }), severity: 'medium' },
    'a drain that takes several keys': { ...rests({ executed: executed('multisig') }), severity: 'low' },
    'a drain after a waiting time': { ...rests({ executed: executed('timelock') }), severity: 'low' },
    'a switch that no account was seen to throw, as behind a secret': { ...rests({}), severity: 'medium' },
    'a switch that is one wei on some account': { ...looksAt({}), severity: 'high' },
    'a switch that is the code of an account': { ...looksAt({ reads: 'code', writer: 'eoa' }), severity: 'high' },
    'a switch that is what a contract holds': { ...looksAt({ writer: 'contract' }), severity: 'medium' },
    'amounts that one wei changes': { ...looksAt({ flip: { value: '1', effect: 'worse' } }), severity: 'medium' },
    'a trade whose tolerance of three percent follows the moved price': {
      ...sells(8.8, null, 40_000, 40_000, 3),
      severity: 'high',
    },
    'a small trade of such a tolerance': { ...sells(8.8, null, 4_000, 40_000, 3), severity: 'medium' },
    'a trade that loses what its tolerance allows': { ...sells(9.1, null, 40_000, 40_000, 20), severity: 'medium' },
    'a trade whose limit is not kept on a moved price': { ...sells(8.8, 10.9), severity: 'high' },
    'a trade whose limit of a small sum is not kept': { ...sells(8.8, 10.9, 2_000), severity: 'medium' },
    'a trade without a limit on a moved price': { ...sells(8.8, null), severity: 'medium' },
    'a trade whose limit lets a tenth and more go': { ...sells(9, 9), severity: 'medium' },
    'a trade of some thousands without a limit': { ...sells(8.8, null, 20_000), severity: 'low' },
    'a smaller trade without a limit': { ...sells(8.8, null, 2_000), severity: 'low' },
    'a purchase of an exact amount that costs far more on a moved price': {
      ...sells(11, null, 40_000, 50_000),
      severity: 'medium',
    },
    'an amount that no account was seen to change': { ...rests({ flip: WORSE }), severity: 'info' },
  },
  clears: {
    'nothing that others can change': rests(),
    'a trade that loses little on a moved price': sells(10.2, null),
    'a trade that loses less than a hundred dollars': sells(8.8, null, 400),
    'a trade that stops at a price, and gives less where it receives less': sells(5.4, null, 40_000, 20_000),
    'a pause: it fails, and takes nothing': rests({ flip: { value: word(1), effect: 'other' }, executed: null }),
    'a tax with a cap that its owner cannot pass': rests({ flip: WORSE, bounded: true }),
  },
})
