import { encodeAbiParameters, keccak256, numberToHex } from 'viem/utils'
import type { Simulation } from '../../facts/execution.ts'
import { detectorTest } from '../../testing/detectorTest.ts'
import {
  account,
  byAddress,
  change,
  contract,
  ETHER,
  invoke,
  STRANGER,
  sampleFacts,
  TRADER,
  UNKNOWN_CONTRACT,
} from '../../testing/sampleFacts.ts'
import { claim } from '../../testing/testClaims.ts'
import detector from './deposit-without-withdrawal.ts'

const deposit = {
  ...invoke(UNKNOWN_CONTRACT, 'stake()', [], { value: ETHER }),
  recipient: contract(UNKNOWN_CONTRACT),
  counterparties: byAddress(contract(UNKNOWN_CONTRACT)),
  balanceChanges: [change(TRADER, -ETHER, { before: 2n * ETHER }), change(UNKNOWN_CONTRACT, ETHER)],
}
const issued = change(TRADER, 1_000n, { assetType: 'erc20', address: UNKNOWN_CONTRACT, symbol: 'SHARE', before: 0n })
const wordOf = (value: bigint) => numberToHex(value, { size: 32 })
const none = claim({ returned: 0n, exit: null })

const replacement = { asset: UNKNOWN_CONTRACT, amount: ETHER, after: 604_800, exit: null }

const ACT = {
  caller: STRANGER,
  by: 'oracle()',
  selector: '0x05261aea',
  signature: 'finalize(uint256)',
  isKey: true,
  after: 3_600,
} as const
/** Coins that the contract writes down for the payer, by a function without a telling name. */
const recorded = (usd: number) => {
  const entry = keccak256(encodeAbiParameters([{ type: 'uint256' }, { type: 'uint256' }], [BigInt(TRADER), 0n]))
  const { simulation } = sampleFacts()
  return {
    ...deposit,
    ...invoke(UNKNOWN_CONTRACT, 'join()', [], { value: ETHER }),
    balanceChanges: [change(TRADER, -ETHER, { before: 40n * ETHER, changeUsd: -usd }), change(UNKNOWN_CONTRACT, ETHER)],
    simulation: {
      ...(simulation as Simulation),
      stateDiff: {
        [UNKNOWN_CONTRACT]: {
          storage: { [entry]: { before: numberToHex(0, { size: 32 }), after: numberToHex(ETHER, { size: 32 }) } },
        },
      },
    },
  }
}

const custody = {
  wallets: [STRANGER],
  sent: ETHER,
  exit: { contract: UNKNOWN_CONTRACT, selector: '0x2e17de78', signature: null },
} as const
const forwarded = {
  ...deposit,
  counterparties: byAddress(contract(UNKNOWN_CONTRACT), account(STRANGER)),
  balanceChanges: [change(TRADER, -ETHER, { before: 2n * ETHER }), change(STRANGER, ETHER)],
}
const TAKE = { ...ACT, amount: ETHER, receiver: STRANGER }
/** A hundredth of the holding, written down, to a contract that is not new. */
const premium = {
  ...recorded(150),
  recipient: contract(UNKNOWN_CONTRACT, { deployedRecently: false }),
  counterparties: byAddress(contract(UNKNOWN_CONTRACT, { deployedRecently: false })),
  balanceChanges: [change(TRADER, -ETHER, { before: 200n * ETHER, changeUsd: -150 }), change(UNKNOWN_CONTRACT, ETHER)],
}

detectorTest(detector, {
  detects: {
    'items at a price that the contract sets, with a record beside them': {
      ...recorded(2_940),
      claims: [claim({ returned: 0n, exit: null, offered: ['withdraw()'], atPrice: true })],
      severity: 'medium',
    },
    'the same of a call that is named like a deposit': {
      ...deposit,
      claims: [claim({ returned: 0n, exit: null, offered: ['withdraw()'], atPrice: true })],
      severity: 'high',
    },
    'a recorded payment beside a withdrawal that does not pay': {
      ...recorded(2_940),
      claims: [claim({ returned: 0n, exit: null, offered: ['withdraw()'] })],
      severity: 'high',
    },
    'a migration of a token without a price, whose new token is paid a week later, one for one': {
      ...deposit,
      balanceChanges: deposit.balanceChanges.map((one) => ({ ...one, changeUsd: null })),
      claims: [{ ...none, replacement }],
      severity: 'medium',
    },
    'a new token is promised for what has a price': {
      ...deposit,
      balanceChanges: deposit.balanceChanges.map((one) => ({ ...one, changeUsd: -3_000 })),
      claims: [{ ...none, replacement }],
    },
    'a new token is promised, and one key can take the old one before': {
      ...deposit,
      claims: [{ ...none, replacement, takes: [TAKE] }],
      severity: 'high',
    },
    'a deposit that a wallet has and the contract owes': {
      ...forwarded,
      claims: [{ ...none, takers: [STRANGER], custody }],
      severity: 'high',
    },
    'a trial of such a deposit': {
      ...forwarded,
      balanceChanges: forwarded.balanceChanges.map((one) => ({
        ...one,
        changeUsd: one.account === TRADER ? -5 : null,
      })),
      claims: [{ ...none, takers: [STRANGER], custody }],
      severity: 'medium',
    },
    'a payment under any name that any account can take': {
      ...deposit,
      ...invoke(UNKNOWN_CONTRACT, 'order()', [], { value: ETHER }),
      claims: [claim({ openToOthers: true })],
    },
    'a stake that no call pays back': { ...deposit, claims: [none] },
    'a stake in code without a withdrawal': { ...deposit, claims: [claim({ returned: 0n, exit: null, offered: [] })] },
    'a stake of which a hundredth comes back': { ...deposit, claims: [claim({ returned: ETHER / 100n })] },
    'a stake that others can take': { ...deposit, claims: [claim({ openToOthers: true })] },
    'tokens that a contract without a withdrawal sells': {
      ...deposit,
      ...invoke(UNKNOWN_CONTRACT, 'buy()', [], { value: ETHER }),
      balanceChanges: [...deposit.balanceChanges, issued],
      claims: [claim({ returned: 0n, exit: null, offered: [] })],
      severity: 'medium',
    },
    'tokens sold for little of what one holds': {
      ...deposit,
      ...invoke(UNKNOWN_CONTRACT, 'buy()', [], { value: ETHER }),
      balanceChanges: [change(TRADER, -ETHER, { before: 20n * ETHER }), change(UNKNOWN_CONTRACT, ETHER), issued],
      claims: [claim({ returned: 0n, exit: null, offered: [] })],
      severity: 'low',
    },
    'shares of a vault without a withdrawal, for little of what one holds': {
      ...deposit,
      balanceChanges: [change(TRADER, -ETHER, { before: 20n * ETHER }), change(UNKNOWN_CONTRACT, ETHER), issued],
      claims: [claim({ returned: 0n, exit: null, offered: [] })],
    },
    'shares of a vault whose withdrawal fails': {
      ...deposit,
      ...invoke(UNKNOWN_CONTRACT, 'enter()', [], { value: ETHER }),
      balanceChanges: [...deposit.balanceChanges, issued],
      claims: [none],
    },
    'a recorded payment of a thousand dollars without a way back, for little of what one holds': {
      ...recorded(1_500),
      claims: [claim({ returned: 0n, exit: null, offered: [] })],
    },
    'a sealed bid of thousands, which the secret of the bidder opens': {
      ...recorded(1_500),
      claims: [claim({ returned: 0n, exit: null, offered: [], ownSecret: true })],
      severity: 'low',
    },
    'one of some hundred dollars': {
      ...recorded(300),
      claims: [claim({ returned: 0n, exit: null, offered: [] })],
      severity: 'medium',
    },
    'tokens for some hundred dollars, whose balance is the only record': {
      ...recorded(350),
      balanceChanges: [...recorded(350).balanceChanges, { ...issued, change: ETHER, after: ETHER }],
      claims: [claim({ returned: 0n, exit: null, offered: [] })],
      severity: 'low',
    },
    'a small one': {
      ...recorded(60),
      claims: [claim({ returned: 0n, exit: null, offered: [] })],
      severity: 'low',
    },
    'a premium of an insurance that pays after acts of others': { ...premium, claims: [none], severity: 'medium' },
    'a premium of a contract of this week': {
      ...premium,
      recipient: contract(UNKNOWN_CONTRACT, { deployedRecently: true }),
      counterparties: byAddress(contract(UNKNOWN_CONTRACT, { deployedRecently: true })),
      claims: [none],
    },
    'a premium that one key can take': { ...premium, claims: [{ ...none, takes: [TAKE] }] },
    'a small part of a holding under the name of a stake': {
      ...premium,
      ...invoke(UNKNOWN_CONTRACT, 'stake()', [], { value: ETHER }),
      claims: [none],
    },
    'a stake that an oracle releases': {
      ...deposit,
      claims: [{ ...none, release: { ...ACT, returned: ETHER } }],
      severity: 'medium',
    },
    'a bet whose outcome any account may propose': {
      ...deposit,
      claims: [{ ...none, release: { ...ACT, by: 'anyone', anyone: true, isKey: false, returned: ETHER } }],
      severity: 'medium',
    },
    'a stake that a signature of one key pays to others': {
      ...deposit,
      claims: [{ ...none, takes: [{ ...ACT, lifted: true, amount: ETHER, receiver: STRANGER }] }],
    },
    'a stake that a key sends to another account': {
      ...deposit,
      claims: [{ ...none, takes: [{ ...ACT, amount: ETHER, receiver: TRADER }] }],
      says: /\(oracle\(\)\) can send it to 0x.* by finalize\(uint256\)/,
    },
    'a stake that only a signature of others pays out': {
      ...deposit,
      claims: [{ ...none, locked: ['withdraw(uint256,bytes)'], lockedBySignature: true }],
      severity: 'medium',
    },
    'a stake that only a secret of others pays out': {
      ...deposit,
      claims: [{ ...none, locked: ['finalize(uint256[])'] }],
    },
    'a stake that the account which releases it can take': {
      ...deposit,
      claims: [
        { ...none, release: { ...ACT, returned: ETHER }, takes: [{ ...ACT, amount: ETHER, receiver: STRANGER }] },
      ],
    },
    'a small stake that no call pays back': {
      ...deposit,
      balanceChanges: [change(TRADER, -ETHER, { changeUsd: -5 }), change(UNKNOWN_CONTRACT, ETHER)],
      claims: [none],
      severity: 'medium',
    },
  },
  clears: {
    'a debt that is repaid to a pool from which others borrow': {
      ...deposit,
      ...invoke(UNKNOWN_CONTRACT, 'settle()', [], { value: ETHER }),
      simulation: {
        ...(sampleFacts().simulation as Simulation),
        stateDiff: {
          [UNKNOWN_CONTRACT]: {
            storage: { [wordOf(1n << 200n)]: { before: wordOf(3n * ETHER), after: wordOf(2n * ETHER) } },
          },
        },
      },
      claims: [claim({ openToOthers: true })],
    },
    'a payment to a wallet of which the contract owes nothing': {
      ...forwarded,
      claims: [{ ...none, takers: [STRANGER] }],
    },
    'a transfer': {},
    'a stake that comes back': { ...deposit, claims: [claim()] },
    'a stake of which the fee does not come back': { ...deposit, claims: [claim({ returned: (ETHER * 9n) / 10n })] },
    'a purchase': { ...deposit, ...invoke(UNKNOWN_CONTRACT, 'buy()', [], { value: ETHER }), claims: [none] },
    'a search that a limit cut short': { ...deposit, claims: [claim({ returned: 0n, exit: null, complete: false })] },
    'a payment to a person, which another rule judges': {
      ...deposit,
      counterparties: byAddress(account(STRANGER)),
      balanceChanges: [change(TRADER, -ETHER), change(STRANGER, ETHER)],
      claims: [none],
    },
  },
})
