import type { Address, Hex } from '@redoubt/risk/address.ts'

/** Up to the module: jumps by selector, the plain answers, and the comparison of the caller. */
const HEAD =
  '5f3560e01c8063468721a71460565780635229073f1460565780632d9ad53d146045578063e75235b81460455780632f54bf6e14604e578063affed0e014604e575b5f5ffd5b60015f5260205ff35b5f5f5260205ff35b3373'
/** Makes the call and answers its success, with an empty answer behind it. */
const TAIL = '1415604157604435600401803580826020015f375f5f825f6024356004355af15f5260406020525f60405260605ff3'

/**
 * Returns the code of a wallet with one module: as a Safe, it makes each call by execTransactionFromModule and
 * execTransactionFromModuleReturnData of that module. It says that a module is enabled, that one signature is enough, and that no account is an
 * owner; other questions and payments fail.
 */
export function walletWithModule(module: Address): Hex {
  return `0x${HEAD}${module.slice(2)}${TAIL}`
}
