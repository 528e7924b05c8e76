import type { Bytecode, PrivilegedCall } from '../contractFacts.ts'

/** Words for making tokens that honest code uses: issuers, bridges, vaults, rewards, rebasing. */
const OPEN_NAME =
  /mint|issue|create|deposit|rebase|supply|reward|stake|wrap|swap|bridge|convert|migrate|redeem|claim|vest|oracleReport/i

/**
 * Whether a call that makes tokens says so by its name. Where nobody published the name (`signature` null) it does not, unless
 * the standard's own selector says it.
 */
export function isOpenMint(call: PrivilegedCall, bytecode: Bytecode | null): boolean {
  const signature =
    call.signature ?? bytecode?.functions.find(({ selector }) => selector === call.selector)?.signature ?? null
  return signature !== null && OPEN_NAME.test(signature)
}
