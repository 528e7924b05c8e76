import type { Address, Hex } from '@redoubt/risk/address.ts'
import type { BatchStep } from '@redoubt/risk/protect/accountBatches.ts'
import { concatHex } from 'viem/utils'
import { ASSERTION_INIT_CODE } from './assertionCode.generated.ts'
import { FACTORY, FACTORY_CODE_HASH, SALT } from './factory.ts'

/** The contract that closes protected batches: contracts/OutcomeAssertion.sol at its one address on every network. */
export const OUTCOME_ASSERTION: {
  address: Address
  codeHash: Hex
  factory: Address
  factoryCodeHash: Hex
  /** The call of the factory that deploys it; it fails where the contract exists. */
  deployment: BatchStep
} = {
  address: '0x9238a1e57d7bc7e35989e3a8762b1925ca705767',
  codeHash: '0xf536d9ec3b24abfcfc3b41889627878272ba0810204ca9bd604db111aa1a7024',
  factory: FACTORY,
  factoryCodeHash: FACTORY_CODE_HASH,
  deployment: { to: FACTORY, value: 0n, data: concatHex([SALT, ASSERTION_INIT_CODE]) },
}
