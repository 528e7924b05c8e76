import type { Address, Hex } from '@redoubt/risk/address.ts'
import type { BatchStep } from '@redoubt/risk/protect/accountBatches.ts'
import { concatHex, keccak256 } from 'viem/utils'
import { ASSERTION_INIT_CODE, ASSERTION_RUNTIME_CODE } from './assertionCode.generated.ts'

/** The deterministic deployment proxy (github.com/Arachnid/deterministic-deployment-proxy), and the hash of its code. */
const FACTORY: Address = '0x4e59b44847b379578588920ca78fbf26c0b4956c'
const FACTORY_CODE_HASH: Hex = '0x2fa86add0aed31f33a762c9d88e807c475bd51d0f52bd0955754b2608f7e4989'
const SALT: Hex = `0x${'0'.repeat(64)}`

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
  codeHash: keccak256(ASSERTION_RUNTIME_CODE),
  factory: FACTORY,
  factoryCodeHash: FACTORY_CODE_HASH,
  deployment: { to: FACTORY, value: 0n, data: concatHex([SALT, ASSERTION_INIT_CODE]) },
}
