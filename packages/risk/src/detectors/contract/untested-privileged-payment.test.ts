import type { ContractFunction } from '../../facts/bytecode.ts'
import type { JudgedDeposit } from '../../facts/deposit.ts'
import type { UnseenPayment } from '../../facts/paymentCoverage.ts'
import { detectorTest } from '../../testing/detectorTest.ts'
import { bytecode } from '../../testing/sampleContract.ts'
import { STRANGER, UNKNOWN_CONTRACT } from '../../testing/sampleFacts.ts'
import detector from './untested-privileged-payment.ts'

const unseen = (isKey: boolean): UnseenPayment => ({
  contract: UNKNOWN_CONTRACT,
  selector: '0x01681a62',
  signature: 'sweep(address)',
  holders: [{ address: STRANGER, by: 'owner()', isKey }],
})
const deposit = (more: Partial<JudgedDeposit>): { deposits: JudgedDeposit[] } => ({
  deposits: [{ selector: '0xd0e30db0', signature: 'deposit()', repeated: true, findings: [], ...more }],
})
const made = (more: Partial<ContractFunction>): ContractFunction => ({
  selector: '0x3ccfd60b',
  signature: 'withdraw()',
  arguments: '',
  mutability: 'nonpayable',
  reads: [],
  writes: [],
  gated: false,
  gatedBy: [],
  balanceWrites: [],
  asks: [],
  sendsNative: true,
  ...more,
})
const setter = made({ selector: '0x13af4035', signature: 'setOwner(address)', sendsNative: false, gated: true })

detectorTest(detector, {
  detects: {
    'a payment that one key may make and that was not executed': deposit({
      payments: { all: 3, seen: 2, unseen: [unseen(true)] },
    }),
    'the same held by a multisig': {
      ...deposit({ payments: { all: 3, seen: 2, unseen: [unseen(false)] } }),
      severity: 'info',
    },
    'a contract into which no payment could be repeated': {
      ...deposit({ refused: true }),
      bytecode: bytecode({ functions: [made({}), setter] }),
      severity: 'info',
    },
    'coins that users paid with a proof, and a key collects': {
      ...deposit({ refused: true, selector: '0x2f52ebb7' }),
      bytecode: bytecode({
        functions: [
          made({ selector: '0x2f52ebb7', mutability: 'payable', sendsNative: false }),
          made({ selector: '0xc8796572', signature: 'collectFees()', gated: true }),
        ],
      }),
      severity: 'info',
    },
    'a payment that asks for a proof, which was not made': {
      ...deposit({ refused: true }),
      bytecode: bytecode({
        functions: [made({ signature: 'claim(bytes32[])', mutability: 'payable', gated: true }), setter],
      }),
      severity: 'info',
    },
  },
  clears: {
    'a contract into which no payment was looked for': { deposits: [] },
    'a deposit whose privileged payments were all executed': deposit({ payments: { all: 3, seen: 3, unseen: [] } }),
    'a contract without privileges that refuses payments': {
      ...deposit({ refused: true }),
      bytecode: bytecode({ functions: [made({})] }),
    },
    'coins that users paid, which no key collects': {
      ...deposit({ refused: true, selector: '0x2f52ebb7' }),
      bytecode: bytecode({
        functions: [made({ selector: '0x2f52ebb7', mutability: 'payable', sendsNative: false }), setter],
      }),
    },
    'a registry that pays no user': { ...deposit({ refused: true }), bytecode: bytecode({ functions: [setter] }) },
  },
})
