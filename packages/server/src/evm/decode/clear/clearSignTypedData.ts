import type { Address } from '@redoubt/risk/address.ts'
import { CHAIN_IDS, CHAINS, type Chain } from '@redoubt/risk/chain.ts'
import type { ShownValue } from '@redoubt/risk/facts/decodedCall.ts'
import { packClearMessages } from '../../../intel/pack/packClearMessages.ts'
import { packLabels } from '../../../intel/pack/packLabels.ts'
import { packToken } from '../../../intel/pack/packToken.ts'
import { type Described, fieldValues } from './fieldValues.ts'
import { showValue } from './showValue.ts'
import { type TypedData, typedArguments } from './typedArguments.ts'

/** Typed data in its project's words. `intent` null where the verifying contract is unknown. */
export type ClearTypedData = { intent: string | null; fields: { label: string; values: ShownValue[] }[] }

/**
 * Describes typed data in its project's words (ERC-7730). Descriptors of the pack do not name the verifying contract, so a
 * descriptor applies only when the primary type, every member it shows and the domain's name match; its intent applies only when
 * the pack knows the verifying contract, because any contract can use any domain name. Null when no descriptor fits.
 */
export function clearSignTypedData(typed: TypedData): ClearTypedData | null {
  const given = typedArguments(typed)
  if (given === null) return null
  const { name, chainId, verifyingContract } = typed.domain
  const chain = CHAINS.find((one) => String(CHAIN_IDS[one]) === String(chainId)) ?? null
  const verifier =
    typeof verifyingContract === 'string' && /^0x[0-9a-fA-F]{40}$/.test(verifyingContract)
      ? (verifyingContract.toLowerCase() as Address)
      : null
  const described: Described = { ...given, container: { to: verifier, value: null, from: null } }
  for (const { owner, intent, fields } of packClearMessages(typed.primaryType)) {
    if (!sameName(owner, String(name ?? ''))) continue
    const shown = fields.map((field) => ({
      label: field.label,
      values: fieldValues(field.path, described).map((value) => listed(showValue(field, value, described), chain)),
    }))
    if (shown.some(({ values }) => values.length === 0)) continue
    return { intent: chain !== null && verifier !== null && isKnown(chain, verifier) ? intent : null, fields: shown }
  }
  return null
}

/** Compares first words: `DeGate Exchange Contract` describes the domain `DeGate Protocol`. */
function sameName(owner: string, domain: string): boolean {
  const [own = '', other = ''] = [owner, domain].map((text) => text.toLowerCase().split(/[\s.]+/)[0] ?? '')
  return (
    own !== '' &&
    (own === other || owner.toLowerCase().replaceAll(' ', '') === domain.toLowerCase().replaceAll(' ', ''))
  )
}

function isKnown(chain: Chain, address: Address): boolean {
  return packLabels(chain, address).length > 0 || packToken(chain, address) !== null
}

function listed(value: ShownValue, chain: Chain | null): ShownValue {
  return value.as === 'amount' && value.token !== null && chain !== null
    ? { ...value, listed: packToken(chain, value.token) }
    : value
}
