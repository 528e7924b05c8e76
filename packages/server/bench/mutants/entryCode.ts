import type { Hex } from '@redoubt/risk/address.ts'
import { keccak256, stringToHex } from 'viem/utils'
import type { Dialect } from './dialect.ts'
import type { Mutant } from './drawMutants.ts'
import { guardCode, secondStep } from './guardCode.ts'

const NAMES = ['update', 'process', 'handle', 'adjust', 'perform', 'manage', 'relay', 'settle'] as const

/** Name of the guarded function. */
export const entryName = ({ draw }: Mutant): string => NAMES[draw % NAMES.length] ?? 'update'
/** Selector that the fallback obeys. */
export const fallbackSelector = ({ draw }: Mutant): Hex =>
  keccak256(stringToHex(`fallback ${draw}`)).slice(0, 10) as Hex

/**
 * Source of the guarded function: it reads an account, another account and a number from its arguments and calls `_do` with
 * them. `calls` and `slot` have bodies of their own (`callBody`).
 * @param isBoard The function stands in the contract that holds the switch, beside the scanned one.
 */
export function entryCode(
  mutant: Mutant,
  dialect: Dialect,
  { callBody }: { callBody: string },
): { state: string; makes: string; functions: string } {
  const guard = guardCode(mutant, dialect)
  const second = secondStep(mutant)
  const check = `require(${guard.test});`
  const name = entryName(mutant)
  const open = (parameters: string) => `function ${name}(${parameters}${guard.parameters}) ${dialect.visibility}`
  const { location } = dialect
  const structs = 'struct Order { address a; address b; uint256 n; }'
  const texts: Record<Mutant['packing'], () => string> = {
    none: () => '',
    hidden: () => '',
    plain: () => `${open('address a, address b, uint256 n')} { ${check} ${second.run} }`,
    struct: () =>
      `${structs} ${open(`Order ${location} order`)} { (address a, address b, uint256 n) = (order.a, order.b, order.n); ${check} ${second.run} }`,
    list: () =>
      `${structs} ${open(`Order[] ${location} orders`)} { ${check} for (uint256 i = 0; i < orders.length; i++) _do(orders[i].a, orders[i].b, orders[i].n); }`,
    bytes: () =>
      `${open(`bytes ${location} data`)} { bytes memory copy = data; ${dialect.decode('copy')} ${check} ${second.run} }`,
    packed: () =>
      `${open('uint256 first, uint256 last')} { (address a, address b, uint256 n) = (address(uint160(first >> 96)), address(uint160(last >> 96)), first & (2 ** 96 - 1)); ${check} ${second.run} }`,
    calls: () =>
      `struct Step { address target; uint256 value; bytes data; } ${open(`Step[] ${location} steps`)} { ${check} for (uint256 i = 0; i < steps.length; i++) { bytes memory data = steps[i].data; ${callBody} } }`,
    slot: () => `${open('bytes32 slot, bytes32 value')} { ${check} ${callBody} }`,
    fallback: () => {
      const proof = guard.parameters.split(', ').filter((one) => one !== '')
      const declared = proof.map((one) => `${one};`).join(' ')
      const loaded = proof.map((one, at) => `${one.split(' ')[1]} := calldataload(${100 + 32 * at})`).join(' ')
      return `${dialect.fallback} { require(msg.sig == ${fallbackSelector(mutant)}); address a; address b; uint256 n; ${declared} assembly { a := calldataload(4) b := calldataload(36) n := calldataload(68) ${loaded} } ${check} ${second.run} }`
    },
  }
  return {
    state: `${guard.state} ${second.state}`,
    makes: guard.makes,
    functions: `${texts[mutant.packing]()}${second.functions}`,
  }
}
